import type { Db } from '@patchbay/db';
import { cancelAttemptsOf } from '../attempts/cancel-attempts-of.ts';
import { markSessionsDeleted } from './connect-sessions.sql.ts';

/** An attempt outlives its session by a quarter of an hour at most. */
const goesOnForMs = 30 * 60_000;

/** Ends every session of share links or of a secret key, and what they have running, in the transaction that ends the links or the key. */
export async function endSessions(
    trx: Db,
    environmentId: string,
    made: { linkIds: string[] } | { keyId: string },
    now: Date
): Promise<void> {
    const since = new Date(now.getTime() - goesOnForMs);
    await cancelAttemptsOf(trx, environmentId, await markSessionsDeleted(trx, environmentId, made, now, since), now);
}
