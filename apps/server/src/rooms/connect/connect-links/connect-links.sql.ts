import type { ConnectLinkRow, Db, NewConnectLinkRow } from '@patchbay/db';
import type { ConnectionKey } from '../../connections/connection-store/connections.sql.ts';
import { sql } from 'kysely';

/** A server that still remembers a revoked key may make a link with it for a moment. */
const isKeyLive = sql<boolean>`not exists (
    select from secret_keys where secret_keys.id = connect_links.secret_key_id and secret_keys.revoked_at is not null
)`;

/**
 * A link to reconnect works until its connection does, or has other credentials; one that was made
 * while it worked is for one use, and outlives the renewals of the credentials.
 */
const isNeeded = sql<boolean>`(connect_links.reconnect_connection_id is null or exists (
    select from connections
    where connections.environment_id = connect_links.environment_id
        and connections.integration_id = connect_links.reconnect_integration_id
        and connections.connection_id = connect_links.reconnect_connection_id
        and connections.confirm_before is null
        and case when connect_links.is_single_use then connections.created_at <= connect_links.created_at
            else connections.generation = connect_links.reconnect_generation and connections.auth_state = 'broken' end
))`;

/** One that is for one use works until it was used. */
const isUnused = sql<boolean>`not (connect_links.is_single_use and connect_links.connected_at is not null)`;

export const hasSessions = sql<boolean>`exists (
    select from connect_sessions
    where connect_sessions.environment_id = connect_links.environment_id and connect_sessions.link_id = connect_links.id
)`;

export async function insertLink(db: Db, row: NewConnectLinkRow): Promise<ConnectLinkRow> {
    return db.insertInto('connect_links').values(row).returningAll().executeTakeFirstOrThrow();
}

/** With the integration of the connection that it reconnects. */
export type ListedLink = ConnectLinkRow & { reconnect_integration_key: string | null };

/** Those that can still be opened. */
export function findLiveLinks(db: Db, environmentId: string, limit: number, now: Date): Promise<ListedLink[]> {
    return db
        .selectFrom('connect_links')
        .selectAll()
        .select(
            sql<string | null>`(select unique_key from integrations
                where integrations.environment_id = connect_links.environment_id
                    and integrations.id = connect_links.reconnect_integration_id)`.as('reconnect_integration_key')
        )
        .where('environment_id', '=', environmentId)
        .where('expires_at', '>', now)
        .where(isKeyLive)
        .where(isNeeded)
        .where(isUnused)
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
        .where(isNeeded)
        .where(isUnused)
        .returningAll()
        .executeTakeFirst();
}

/**
 * Notes that an account was connected by a link, which may have ended meanwhile.
 * @returns whether this session may: of a link for one use the first one alone
 */
export async function markLinkUsed(
    trx: Db,
    { environment_id, id, link_id }: { environment_id: string; id: string; link_id: string },
    now: Date
): Promise<boolean> {
    const link = await trx
        .updateTable('connect_links')
        .set({
            connected_at: sql<Date>`coalesce(connected_at, ${now}::timestamptz)`,
            connected_session_id: sql<string>`coalesce(connected_session_id, ${id}::uuid)`
        })
        .where('environment_id', '=', environment_id)
        .where('id', '=', link_id)
        .returning(['is_single_use', 'connected_session_id'])
        .executeTakeFirst();
    return link?.is_single_use !== true || link.connected_session_id === id;
}

/** Until the transaction ends, other calls with this key that make such links wait. */
export async function lockReconnectLinks(trx: Db, keyId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reconnect links/${keyId}`}, 0))`.execute(trx);
}

/** Links that this key has made for these connections, and that still work; the newest of each. */
export async function findReconnectLinks(
    db: Db,
    args: { environmentId: string; keyId: string; connections: readonly Omit<ConnectionKey, 'environment_id'>[]; now: Date }
): Promise<ConnectLinkRow[]> {
    const { connections } = args;
    return db
        .selectFrom('connect_links')
        .distinctOn(['reconnect_integration_id', 'reconnect_connection_id'])
        .selectAll()
        .where('environment_id', '=', args.environmentId)
        .where('secret_key_id', '=', args.keyId)
        .where('expires_at', '>', args.now)
        .where(isNeeded)
        .where(isUnused)
        .where(
            sql<boolean>`(reconnect_integration_id, reconnect_connection_id) in (
                select * from unnest(${connections.map((each) => each.integration_id)}::uuid[], ${connections.map((each) => each.connection_id)}::text[]))`
        )
        .orderBy('reconnect_integration_id')
        .orderBy('reconnect_connection_id')
        .orderBy('created_at', 'desc')
        .execute();
}

/** Until the transaction ends, others that send such links of the environment wait. */
export async function lockSending(trx: Db, environmentId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reconnect links sent/${environmentId}`}, 0))`.execute(trx);
}

export interface SentLink {
    integration_id: string;
    connection_id: string;
    sent_at: Date;
    /** Of the member who has sent it, unless they were removed. */
    sent_by: string | null;
}

/** Links for these connections that were sent by any member and still work; the last of each. */
export async function findSentLinks(
    db: Db,
    args: { environmentId: string; connections: readonly Omit<ConnectionKey, 'environment_id'>[]; now: Date }
): Promise<SentLink[]> {
    const { connections } = args;
    const { rows } = await sql<SentLink>`
        select distinct on (connect_links.reconnect_integration_id, connect_links.reconnect_connection_id)
            connect_links.reconnect_integration_id as integration_id, connect_links.reconnect_connection_id as connection_id,
            connect_links.sent_at, members.name as sent_by
        from unnest(${connections.map((each) => each.integration_id)}::uuid[], ${connections.map((each) => each.connection_id)}::text[])
            as given (integration_id, connection_id)
        join connect_links on connect_links.environment_id = ${args.environmentId}
            and connect_links.reconnect_integration_id = given.integration_id
            and connect_links.reconnect_connection_id = given.connection_id
        left join members on 'member:' || members.id = connect_links.secret_key_id and members.removed_at is null
        where connect_links.sent_at is not null and connect_links.expires_at > ${args.now} and ${isNeeded} and ${isUnused}
        order by 1, 2, connect_links.sent_at desc`.execute(db);
    return rows;
}

export async function markSent(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    await trx
        .updateTable('connect_links')
        .set({ sent_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .execute();
}

/** What is stored of a link that reconnects. */
export type NewReconnectLink = Pick<
    ConnectLinkRow,
    | 'environment_id'
    | 'id'
    | 'code_hash'
    | 'request'
    | 'end_user_id'
    | 'return_to'
    | 'expires_at'
    | 'secret_key_id'
    | 'reconnect_integration_id'
    | 'reconnect_connection_id'
    | 'reconnect_generation'
    | 'is_single_use'
    | 'created_at'
>;

/** One statement for all; its text does not depend on how many they are. */
export async function insertReconnectLinks(db: Db, rows: readonly NewReconnectLink[]): Promise<void> {
    const column = <Name extends keyof NewReconnectLink>(name: Name) => rows.map((row) => row[name]);
    await sql`
        insert into connect_links (environment_id, id, code_hash, request, end_user_id, requires_confirmation, return_to, expires_at,
            secret_key_id, reconnect_integration_id, reconnect_connection_id, reconnect_generation, is_single_use, created_at)
        select environment_id, id, code_hash, request, end_user_id, true, return_to, expires_at,
            secret_key_id, integration_id, connection_id, generation, is_single_use, created_at
        from unnest(${column('environment_id')}::uuid[], ${column('id')}::uuid[], ${column('code_hash')}::bytea[], ${column('request')}::bytea[],
            ${column('end_user_id')}::text[], ${column('return_to')}::text[], ${column('expires_at')}::timestamptz[],
            ${column('secret_key_id')}::text[], ${column('reconnect_integration_id')}::uuid[], ${column('reconnect_connection_id')}::text[],
            ${column('reconnect_generation')}::integer[], ${column('is_single_use')}::boolean[], ${column('created_at')}::timestamptz[])
            as given (environment_id, id, code_hash, request, end_user_id, return_to, expires_at, secret_key_id, integration_id,
                connection_id, generation, is_single_use, created_at)`.execute(db);
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
