import type { Deps } from '../../../deps.ts';
import type { ConnectionWithIntegration } from '../connection-store/connections.sql.ts';

/** A connection as its end user may see it. */
export interface EndUserConnection {
    connection_id: string;
    integration_id: string;
    account_label: string | null;
    connected_at: string;
    refused_since: string | null;
    connection_config: Record<string, string>;
}

export function describeForEndUser({ providers }: Pick<Deps, 'providers'>, row: ConnectionWithIntegration): EndUserConnection {
    // Only fields of the provider's form: an import may have stored more.
    const fields = providers.get(row.provider)?.connection_config ?? {};
    const config = Object.entries(row.connection_config).filter(
        (entry): entry is [string, string] => Object.hasOwn(fields, entry[0]) && typeof entry[1] === 'string'
    );
    return {
        connection_id: row.connection_id,
        integration_id: row.integration_key,
        account_label: row.identity_label,
        connected_at: row.created_at.toISOString(),
        refused_since: refusedSince(row),
        connection_config: Object.fromEntries(config)
    };
}

/** Set when only a reconnect helps: not for an outage, or a refused OAuth app. */
function refusedSince({ auth_state: state, auth_failure: failure }: ConnectionWithIntegration): string | null {
    const isRefused = failure?.kind === 'revoked' || (failure?.kind === 'unknown' && state === 'broken');
    return isRefused ? failure.since : null;
}
