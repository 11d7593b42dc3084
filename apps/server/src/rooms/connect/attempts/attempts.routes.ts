import {
    acceptAccount,
    type AttemptView,
    cancelAttempt,
    claimWindow,
    createAttempt,
    getAttempt,
    listAttempts,
    relaunchAttempt,
    selectAccount,
    reportClientStep
} from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../kernel/http/mount.ts';
import { claimWindow as claim } from './start/claim-window.ts';
import { approvalAddress } from './outcome/await-approval.ts';
import { cancelAttempt as cancel } from './outcome/cancel-attempt.ts';
import { acceptAccount as accept, selectAccount as select } from './outcome/choose-account.ts';
import { readAttempt } from './outcome/read-attempt.ts';
import { relaunchAttempt as relaunch } from './start/relaunch-attempt.ts';
import { describeAttempt } from './describe-attempt.ts';
import { listAttempts as list } from './timeline/list-attempts.ts';
import { startAttempt } from './start/start-attempt.ts';
import { reportClientStep as reportStep } from './timeline/report-client-step.ts';

export const attemptRoutes = [
    route(createAttempt, async (deps, { auth, body, headers }) => ({
        data: await startAttempt(deps, {
            session: auth.session,
            integrationKey: body.integration_id,
            connectionId: body.connection_id,
            typed: { credentials: body.credentials ?? {}, connection_config: body.connection_config ?? {} },
            locale: body.locale ?? 'en',
            theme: body.theme ?? 'system',
            idempotencyKey: headers['idempotency-key'],
            windowKey: body.window_key,
            returnTo: body.return_to,
            approvalOf: body.approval_of
        })
    })),
    route(getAttempt, async (deps, { auth, params, setHeader }) => {
        const view = present(deps, await readAttempt(deps, auth.session, params.attempt_id));
        setHeader('retry-after', retryAfter(view.status));
        return { data: view };
    }),
    route(cancelAttempt, async (deps, { auth, params }) => ({ data: present(deps, await cancel(deps, auth.session, params.attempt_id)) })),
    route(relaunchAttempt, async (deps, { auth, params, body }) => ({
        data: present(
            deps,
            await relaunch(deps, auth.session, params.attempt_id, {
                asAnother: body?.select_account ?? false,
                windowKey: body?.window_key,
                byHand: body?.by_hand,
                returnTo: body?.return_to
            })
        )
    })),
    route(selectAccount, async (deps, { auth, params, body }) => ({
        data: present(deps, await select(deps, auth.session, params.attempt_id, body.account_id))
    })),
    route(acceptAccount, async (deps, { auth, params }) => ({ data: present(deps, await accept(deps, auth.session, params.attempt_id)) })),
    route(reportClientStep, (deps, { auth, params, body }) => reportStep(deps, auth.session, params.attempt_id, body.step)),
    route(claimWindow, async (deps, { body }) => ({ data: { launch_url: await claim(deps, body.window_key) } })),
    route(listAttempts, async (deps, { auth, query }) => ({
        data: await list(deps, auth.environmentId, {
            ref: query.ref,
            integrationKey: query.integration_id,
            endUserId: query.end_user_id,
            waitingAt: query.status === 'pending_approval' ? deps.clock.now() : undefined,
            isReconnect: query.is_reconnect,
            limit: query.limit,
            page: query.page
        })
    }))
];

/** In seconds. */
function retryAfter(status: AttemptView['status']): string {
    if (status === 'pending_approval') return '30';
    return status === 'created' || status === 'awaiting_user' ? '2' : '1';
}

function present(
    deps: Pick<Deps, 'config' | 'seal'>,
    {
        row,
        integration,
        launchUrl
    }: {
        row: Parameters<typeof describeAttempt>[0];
        integration: { row: { unique_key: string } };
        launchUrl?: string | undefined;
    }
): AttemptView {
    return describeAttempt(row, integration.row.unique_key, { launchUrl, approvalUrl: approvalAddress(deps, row) });
}
