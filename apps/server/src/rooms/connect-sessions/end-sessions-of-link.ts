import type { Db } from '@patchbay/db';
import { cancelAttemptsOf } from '../attempts/cancel-attempts-of.ts';
import { markSessionsOfLinkDeleted } from './connect-sessions.sql.ts';

/** An attempt outlives its session by a quarter of an hour at most. */
const goesOnForMs = 30 * 60_000;

/** Ends every session that a share link opened, and what they have running, in the transaction that ends the link. */
export async function endSessionsOfLink(trx: Db, environmentId: string, linkId: string, now: Date): Promise<void> {
    const since = new Date(now.getTime() - goesOnForMs);
    const ended = await markSessionsOfLinkDeleted(trx, environmentId, linkId, now, since);
    await cancelAttemptsOf(trx, environmentId, ended, now);
}
