import type { Db } from '@patchbay/db';
import { deleteLinksOfKey } from '../../connect-links/connect-links.sql.ts';
import { markSessionDeleted, markSessionsDeleted } from '../../connect-sessions/connect-sessions.sql.ts';
import { cancelAttemptsOf } from '../attempts.sql.ts';

/** An attempt outlives its session by a quarter of an hour at most, unless it waits. */
const attemptGraceMs = 30 * 60_000;

/** Deletes a session and cancels its attempts. */
export async function endSession(trx: Db, environmentId: string, sessionId: string, now: Date): Promise<void> {
    await markSessionDeleted(trx, environmentId, sessionId, now);
    await cancelAttemptsOf(trx, environmentId, [sessionId], now);
}

/** Ends every session of share links, in the transaction that deletes the links. */
export function endSessionsOfLinks(trx: Db, environmentId: string, linkIds: string[], now: Date): Promise<void> {
    return endSessions(trx, environmentId, { linkIds }, now);
}

/** Ends every session of an end user, also those that share links opened. */
export function endSessionsOfEndUser(trx: Db, environmentId: string, endUserId: string, now: Date): Promise<void> {
    return endSessions(trx, environmentId, { endUserId }, now);
}

/** Ends the sessions and share links of a secret key, in the transaction that revokes the key. */
export async function endSessionsOfKey(trx: Db, environmentId: string, keyId: string, now: Date): Promise<void> {
    await endSessions(trx, environmentId, { keyId }, now);
    await endSessionsOfLinks(trx, environmentId, await deleteLinksOfKey(trx, environmentId, keyId), now);
}

async function endSessions(trx: Db, environmentId: string, whose: Parameters<typeof markSessionsDeleted>[2], now: Date): Promise<void> {
    const since = new Date(now.getTime() - attemptGraceMs);
    await cancelAttemptsOf(trx, environmentId, await markSessionsDeleted(trx, environmentId, whose, now, since), now);
}
