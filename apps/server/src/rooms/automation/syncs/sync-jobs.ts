import type { Db } from '@patchbay/db';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';

/** Runs a sync that is due. */
export const runSyncJob = 'run-sync';

/** Has syncs run, in the transaction that made them due. @param delayMs not before */
export function sendRuns(trx: Db, environmentId: string, ids: readonly string[], delayMs = 0): Promise<void> {
    return sendJobs(
        trx,
        runSyncJob,
        ids.map((syncId) => ({ environmentId, syncId })),
        delayMs
    );
}
