import type { Db } from '@patchbay/db';
import { cancelAttemptsOf as cancelRows } from './attempts.sql.ts';

/** Ends what these sessions have running, in the transaction that deletes them. The clean-up takes back what that has parked. */
export function cancelAttemptsOf(trx: Db, environmentId: string, sessionIds: string[], now: Date): Promise<void> {
    return cancelRows(trx, environmentId, sessionIds, now);
}
