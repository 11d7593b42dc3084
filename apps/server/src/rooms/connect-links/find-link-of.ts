import type { ConnectLinkRow, ConnectSessionRow, Db } from '@patchbay/db';
import { findLink } from './connect-links.sql.ts';

/** The share link that opened a session; undefined for a session that a backend minted. */
export async function findLinkOf(db: Db, session: ConnectSessionRow): Promise<ConnectLinkRow | undefined> {
    return session.link_id === null ? undefined : findLink(db, session.environment_id, session.link_id);
}
