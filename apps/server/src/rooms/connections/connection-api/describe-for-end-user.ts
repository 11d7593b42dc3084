import type { ownConnection } from '@patchbay/contracts';
import type { AuthFailure } from '@patchbay/db';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import type { ConnectionWithIntegration } from '../connection-store/connections.sql.ts';

/** A connection as its end user may see it. */
export interface EndUserConnection extends z.output<typeof ownConnection> {
    integration_id: string;
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
        ...describeRefusal(row),
        connection_config: Object.fromEntries(config)
    };
}

/** Set when only a reconnect helps: not for an outage, or a refused OAuth app. */
function describeRefusal(row: ConnectionWithIntegration): Pick<EndUserConnection, 'refused_since' | 'refused_because'> {
    const { auth_state: state, auth_failure: failure } = row;
    if (failure?.kind === 'revoked') return { refused_since: failure.since, refused_because: reasonOf(row, failure) };
    return { refused_since: failure?.kind === 'unknown' && state === 'broken' ? failure.since : null, refused_because: null };
}

/** Types of what a sign-in gave. */
const bySignIn: readonly string[] = ['OAUTH2', 'OAUTH1', 'APP', 'CUSTOM'];

/** From what the server has classified: the provider's own text is for the customer. */
function reasonOf(
    { credentials_type: type, grant_ends_at: endsAt }: ConnectionWithIntegration,
    failure: AuthFailure
): EndUserConnection['refused_because'] {
    if (!bySignIn.includes(type)) return 'refused';
    return failure.has_expired || (endsAt && endsAt <= new Date(failure.since)) ? 'expired' : 'revoked';
}
