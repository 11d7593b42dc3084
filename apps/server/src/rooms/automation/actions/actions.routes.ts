import { AppError, getActionResult, triggerAction } from '@patchbay/contracts';
import { storedJson } from '../../../kernel/http/mount.ts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { findActionRun } from './actions.sql.ts';
import { callAction, endOf } from './call-action.ts';
import { respondTo } from './respond-to.ts';
import { toActionError } from '../runs/run-error.ts';

export const actionRoutes = [
    storedJson(triggerAction, async (deps, { auth, headers, body, roundedNumber, setHeader }) => {
        const called = await callAction(deps, {
            target: {
                environmentId: auth.environmentId,
                integrationKey: headers['provider-config-key'],
                connectionId: headers['connection-id']
            },
            name: body.action_name,
            input: body.input,
            roundedNumber,
            idempotencyKey: headers['idempotency-key'],
            isAsync: headers['x-async'],
            maxRetries: headers['x-max-retries']
        });
        return respondTo(called, 'reference', setHeader);
    }),
    storedJson(getActionResult, async (deps, { auth, params }) => {
        const run = await findActionRun(deps.db, auth.environmentId, params.id);
        const ended = run?.is_async ? endOf(run) : undefined;
        if (!ended) throw new AppError('not_found', { message: `No action '${params.id}' found` });
        if (ended.status === 'failed') throw toActionError(ended.error, run?.is_unified ? 'unified' : 'reference');
        return new SerialisedJson(JSON.stringify(ended.output));
    })
];
