import { AppError, type FunctionRunView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { cancelled, endWithout } from '../actions/run-queued-actions.ts';
import { describeRun } from './describe-run.ts';
import { findRun, markCancelled } from './function-runs.sql.ts';

/**
 * Ends a run. What runs on another server ends when that renews its lease.
 * @throws {AppError} `not_found`; `conflict` where it has ended before
 * @race it begins, or ends, at that moment: its row is locked
 */
export async function cancelRun(
    deps: Pick<Deps, 'clock' | 'db' | 'ids' | 'runningRuns'>,
    environmentId: string,
    id: string
): Promise<FunctionRunView> {
    const row = await findRun(deps.db, environmentId, id);
    if (!row) throw runNotFound(id);
    await deps.db.transaction().execute(async (trx) => {
        const status = await markCancelled(trx, { environmentId, id, now: deps.clock.now() });
        if (!status) throw new AppError('conflict', { message: 'The run has ended already.' });
        if (status === 'queued')
            await endWithout(trx, deps, { environmentId, id, connectionRowId: row.connection_row_id, isAsync: row.is_async }, cancelled);
    });
    deps.runningRuns.cancel(id);
    return describeRun((await findRun(deps.db, environmentId, id)) ?? row);
}

export const runNotFound = (id: string): AppError =>
    new AppError('not_found', { message: `There is no run ${id}. Runs are kept for 7 days.` });
