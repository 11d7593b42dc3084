import { AppError, getActionResult, triggerAction } from '@patchbay/contracts';
import { storedJson } from '../../../kernel/http/mount.ts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { findActionRun } from './actions.sql.ts';
import { callAction, type Called, endOf } from './call-action.ts';
import { type ErrorStyle, toActionError } from './run-error.ts';

/** What a call of an action responds with. @throws {AppError} its error */
export function respondTo(called: Called, style: ErrorStyle, setHeader: (name: string, value: string) => void): SerialisedJson {
    if (called.kind === 'queued') {
        const statusUrl = `/action/${called.id}`;
        setHeader('location', statusUrl);
        return new SerialisedJson(JSON.stringify({ id: called.id, statusUrl }), 202);
    }
    if (called.isReplayed) setHeader('idempotent-replayed', 'true');
    if (called.outcome.status === 'failed') throw toActionError(called.outcome.error, style);
    return new SerialisedJson(JSON.stringify(called.outcome.output));
}

export const actionRoutes = [
    storedJson(triggerAction, async (deps, { auth, headers, body, setHeader }) => {
        const called = await callAction(deps, {
            target: {
                environmentId: auth.environmentId,
                integrationKey: headers['provider-config-key'],
                connectionId: headers['connection-id']
            },
            name: body.action_name,
            input: body.input,
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
        if (ended.status === 'failed') throw toActionError(ended.error, 'reference');
        return new SerialisedJson(JSON.stringify(ended.output));
    })
];
