import type { Db } from '@patchbay/db';
import { endSessions } from '../connect-sessions/end-sessions.ts';
import { deleteLinksOfKey } from './connect-links.sql.ts';

/** Ends every share link that a secret key made, with the sessions that they opened, in the transaction that revokes the key. */
export async function endLinksOfKey(trx: Db, environmentId: string, keyId: string, now: Date): Promise<void> {
    await endSessions(trx, environmentId, { linkIds: await deleteLinksOfKey(trx, environmentId, keyId) }, now);
}
