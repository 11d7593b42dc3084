import type { RunError } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { recordFailure } from '../runs/record-failure.ts';
import { storedError } from '../runs/run-error.ts';
import { endRun, findConnectionOf, lockAbandoned } from '../runs/runs.sql.ts';

const atOnce = 50;
const interrupted: RunError = {
    type: 'host_error',
    code: 'outcome_unknown',
    message: 'The server that ran the function has ended: whether it has done its work is not known. It is not repeated.',
    payload: null
};

/**
 * Ends runs whose server is gone.
 * @race two servers find the same: rows locked, those of others skipped
 */
export async function endAbandonedHandlers(deps: Pick<Deps, 'clock' | 'db' | 'ids'>): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        for (const { environmentId, id, connectionRowId, name } of await lockAbandoned(trx, 'on-event', now, atOnce)) {
            await endRun(trx, { environmentId, id }, { status: 'failed', error: storedError(interrupted), log: null, calls: 0, now });
            const row = await findConnectionOf(trx, { environmentId, connectionRowId });
            if (!row) continue;
            const target = { environmentId, integrationKey: row.integration_key, connectionId: row.connection_id };
            const about = { runId: id, target, integrationId: row.integration_id, functionType: 'on-event' as const, name };
            await recordFailure(trx, deps, { ...about, error: interrupted });
        }
    });
}
