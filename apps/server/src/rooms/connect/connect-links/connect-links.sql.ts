import type { ConnectLinkRow, Db, NewConnectLinkRow } from '@patchbay/db';
import { sql } from 'kysely';

/** A server that still remembers a revoked key may make a link with it for a moment. */
const isKeyLive = sql<boolean>`not exists (
    select from secret_keys where secret_keys.id = connect_links.secret_key_id and secret_keys.revoked_at is not null
)`;

export const hasSessions = sql<boolean>`exists (
    select from connect_sessions
    where connect_sessions.environment_id = connect_links.environment_id and connect_sessions.link_id = connect_links.id
)`;

export async function insertLink(db: Db, row: NewConnectLinkRow): Promise<ConnectLinkRow> {
    return db.insertInto('connect_links').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Those that can still be opened. */
export function findLiveLinks(db: Db, environmentId: string, limit: number, now: Date): Promise<ConnectLinkRow[]> {
    return db
        .selectFrom('connect_links')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('expires_at', '>', now)
        .where(isKeyLive)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
}

/** Counts an opening of a live link, and locks the row until the transaction ends. */
export function countOpening(db: Db, codeHash: Buffer, now: Date): Promise<ConnectLinkRow | undefined> {
    return db
        .updateTable('connect_links')
        .set((set) => ({ opened_count: set('opened_count', '+', 1) }))
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', now)
        .where(isKeyLive)
        .returningAll()
        .executeTakeFirst();
}

export async function deleteLinkRow(db: Db, environmentId: string, id: string): Promise<boolean> {
    const result = await db.deleteFrom('connect_links').where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
    return result.numDeletedRows > 0n;
}

/** @returns the ids of the links that ended */
export async function deleteLinksOfKey(db: Db, environmentId: string, keyId: string): Promise<string[]> {
    const ended = await db
        .deleteFrom('connect_links')
        .where('environment_id', '=', environmentId)
        .where('secret_key_id', '=', keyId)
        .returning('id')
        .execute();
    return ended.map(({ id }) => id);
}
