import { AppError } from '@patchbay/contracts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { queueHandler } from '../../connections/connection-store/connection-saved.ts';
import { webhooksWaitJob } from '../../outbox/incoming-webhooks/queue-for-syncs.ts';
import { callAction } from '../actions/call-action.ts';
import { findHandler } from '../on-events/connection-events.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { triggerSyncs } from '../syncs/change-syncs.ts';
import { runNotFound } from './cancel-run.ts';
import { findWholeRun, repeatWebhook, type WholeRunRow } from './function-runs.sql.ts';

/**
 * Runs again what has failed.
 * @returns id of the new run; null: a sync gets it as it begins
 * @race it is asked for twice at once: it runs twice, since each has a run of its own
 * @throws {AppError} `not_found`, `run_not_repeatable`; those of `callAction` and `triggerSyncs`
 */
export async function retryRun(deps: HostDeps, environmentId: string, id: string): Promise<string | null> {
    const run = await findWholeRun(deps.db, environmentId, id);
    if (!run) throw runNotFound(id);
    if (run.status === 'queued' || run.status === 'running') throw notRepeatable('The run has not ended yet.');
    if (run.status === 'succeeded') throw notRepeatable('The run has succeeded.');
    const target = { environmentId, integrationKey: run.integration_key, connectionId: run.connection_id };
    switch (run.kind) {
        case 'sync': {
            const syncs = [{ name: run.name, variant: run.variant ?? 'base' }];
            await triggerSyncs(deps, { ...target, syncs }, { reset: false, emptyCache: false });
            return null;
        }
        case 'action': {
            if (run.input === null) throw notRepeatable('The input of an action is kept only where it is called with `X-Async`.');
            const style = run.is_unified ? 'unified' : 'reference';
            const called = await callAction(deps, { target, name: run.name, input: JSON.parse(run.input), isAsync: true, style });
            return called.kind === 'queued' ? called.id : null;
        }
        case 'webhook':
            return retryWebhook(deps, environmentId, run);
        case 'on-event':
            return retryHandler(deps, environmentId, run);
    }
}

async function retryWebhook(deps: HostDeps, environmentId: string, { id }: WholeRunRow): Promise<string> {
    const newId = deps.ids.uuid();
    await deps.db.transaction().execute(async (trx) => {
        await repeatWebhook(trx, { environmentId, id, newId, now: deps.clock.now() });
        await sendJob(trx, webhooksWaitJob, {});
    });
    return newId;
}

/** What looks at a connection, or runs before its deletion, has had its time. */
async function retryHandler(
    deps: HostDeps,
    environmentId: string,
    { name, connection_row_id: connectionRowId }: WholeRunRow
): Promise<string> {
    const handler = connectionRowId === null ? undefined : { environmentId, connectionRowId, name };
    if (!handler || !(await findHandler(deps, handler)))
        throw notRepeatable('Only functions that run after a connection was made can be run again.');
    return deps.db.transaction().execute((trx) => queueHandler(trx, deps, handler));
}

const notRepeatable = (message: string) => new AppError('run_not_repeatable', { message });
