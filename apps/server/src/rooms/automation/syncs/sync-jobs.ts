import type { Db } from '@patchbay/db';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';

/** Tells a server that works of syncs that wait in their rows. */
export const syncsWaitJob = 'syncs-wait';

/** In the transaction that made syncs due now. */
export function tellOfWaitingSyncs(trx: Db): Promise<void> {
    return sendJob(trx, syncsWaitJob, {});
}
