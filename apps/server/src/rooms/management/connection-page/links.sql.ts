import type { ConnectLinkRow, Db } from '@patchbay/db';
import { sql } from 'kysely';

const mostLinks = 100;
/** So many of the newest links to reconnect are counted. */
const mostCounted = 20_000;

/** Links to connect, newest first, with those that have ended. */
export function listShareLinks(db: Db, environmentId: string): Promise<(ConnectLinkRow & { is_revoked: boolean })[]> {
    return db
        .selectFrom('connect_links')
        .selectAll()
        .select(
            sql<boolean>`exists (
                select from secret_keys where secret_keys.id = connect_links.secret_key_id and secret_keys.revoked_at is not null)`.as(
                'is_revoked'
            )
        )
        .where('environment_id', '=', environmentId)
        .where('reconnect_connection_id', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(mostLinks)
        .execute();
}

export interface Campaign {
    integration_id: string;
    day: string;
    sent: number;
    by_webhook: number;
    opened: number;
    connected: number;
}

/**
 * Links to reconnect by integration and day. A connection may work again without its link, unless
 * it worked when the link was made.
 */
export async function countReconnectLinks(db: Db, environmentId: string): Promise<Campaign[]> {
    const { rows } = await sql<Campaign>`
        select integrations.unique_key as integration_id, to_char(made.day, 'YYYY-MM-DD') as day,
            count(*)::int as sent,
            count(*) filter (where made.sent_at is not null)::int as by_webhook,
            count(*) filter (where made.opened_count > 0 or made.connected_at is not null)::int as opened,
            count(*) filter (
                where made.connected_at is not null
                    or not made.is_single_use and connections.connection_id is not null and failing.connection_id is null
            )::int as connected
        from (
            select *, (created_at at time zone 'UTC')::date as day from connect_links
            where environment_id = ${environmentId} and reconnect_connection_id is not null
            order by created_at desc limit ${sql.lit(mostCounted)}
        ) as made
        join integrations on integrations.environment_id = made.environment_id and integrations.id = made.reconnect_integration_id
        -- Of these nothing but the key, which is read from its index.
        left join connections on connections.environment_id = made.environment_id
            and connections.integration_id = made.reconnect_integration_id and connections.connection_id = made.reconnect_connection_id
        left join connections as failing on failing.environment_id = made.environment_id
            and failing.integration_id = made.reconnect_integration_id and failing.connection_id = made.reconnect_connection_id
            and failing.auth_state <> 'ok'
        group by made.day, integrations.unique_key order by made.day desc, integrations.unique_key`.execute(db);
    return rows;
}
