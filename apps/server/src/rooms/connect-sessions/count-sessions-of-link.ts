import type { Db } from '@patchbay/db';
import { countLiveSessionsOfLink } from './connect-sessions.sql.ts';

/** How many sessions that a share link opened can still be used. */
export function countSessionsOfLink(db: Db, environmentId: string, linkId: string, now: Date): Promise<number> {
    return countLiveSessionsOfLink(db, environmentId, linkId, now);
}
