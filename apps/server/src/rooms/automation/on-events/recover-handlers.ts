import type { RunError } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { handlersWaitJob } from '../../connections/connection-store/connection-saved.ts';
import { queueAbandoned } from '../runs/claim-runs.sql.ts';
import { recordFailure } from '../runs/record-failure.ts';
import { storedError } from '../runs/run-error.ts';
import { endRun, findConnectionOf, lockAbandoned } from '../runs/runs.sql.ts';
import { cancelledError } from '../runs/with-lease.ts';

const atOnce = 50;
const interrupted: RunError = {
    type: 'host_error',
    code: 'outcome_unknown',
    message: 'The server that ran the function has ended: whether it has done its work is not known. It is not repeated again.',
    payload: null
};

/**
 * Queues runs again whose server is gone, and ends those that were tried often enough or that had
 * a caller who waited.
 * @race two servers find the same: rows locked, those of others skipped
 */
export async function recoverHandlers(deps: Pick<Deps, 'clock' | 'db' | 'ids'>): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        if ((await queueAbandoned(trx, 'on-event', now, atOnce)) > 0) await sendJob(trx, handlersWaitJob, {});
        for (const { environmentId, id, connectionRowId, name, isCancelled } of await lockAbandoned(trx, 'on-event', now, atOnce)) {
            const error = isCancelled ? cancelledError : interrupted;
            await endRun(trx, { environmentId, id }, { status: 'failed', error: storedError(error), log: null, calls: 0, now });
            const row = await findConnectionOf(trx, { environmentId, connectionRowId });
            if (!row || isCancelled) continue;
            const target = { environmentId, integrationKey: row.integration_key, connectionId: row.connection_id };
            const about = { runId: id, target, integrationId: row.integration_id, functionType: 'on-event' as const, name };
            await recordFailure(trx, deps, { ...about, error });
        }
    });
}
