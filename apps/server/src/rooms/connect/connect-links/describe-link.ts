import type { ListedLink } from './connect-links.sql.ts';

export function describeLink(row: ListedLink) {
    const { reconnect_connection_id: connectionId, reconnect_integration_key: integrationKey } = row;
    return {
        id: row.id,
        end_user_id: row.end_user_id,
        expires_at: row.expires_at.toISOString(),
        requires_confirmation: connectionId === null && row.requires_confirmation,
        single_use: row.is_single_use,
        opened_count: row.opened_count,
        reconnects:
            connectionId !== null && integrationKey !== null ? { connection_id: connectionId, integration_id: integrationKey } : null,
        created_at: row.created_at.toISOString()
    };
}
