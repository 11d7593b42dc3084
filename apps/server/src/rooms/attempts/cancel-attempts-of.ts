import type { Db } from '@patchbay/db';
import { cancelAttemptsOf as cancelRows } from './attempts.sql.ts';

/** Ends what a session has running, in the transaction that deletes it. */
export function cancelAttemptsOf(trx: Db, environmentId: string, sessionId: string, now: Date): Promise<void> {
    return cancelRows(trx, environmentId, sessionId, now);
}
