import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import type { SavedEndings } from '../attempts/asked-fields.ts';
import { findConnection } from './connections.sql.ts';
import { openSavedEndings } from './open-saved-endings.ts';

export interface ReconnectTarget {
    connection_id: string;
    integration_id: string;
    account_label: string | null;
    connected_at: string;
    connection_config: Record<string, string>;
    end_user: StoredEndUser | null;
    savedEndings: SavedEndings;
}

/** The connection that a session renews, as its end user may see it; null when it is gone. */
export async function describeReconnectTarget(
    deps: Pick<Deps, 'db' | 'providers' | 'seal' | 'log'>,
    environmentId: string,
    integrationId: string,
    connectionId: string
): Promise<ReconnectTarget | null> {
    const row = await findConnection(deps.db, environmentId, integrationId, connectionId);
    if (!row) return null;
    // Only what the provider's form knows: an import may have brought more, which is nobody's business in a browser.
    const provider = deps.providers.get(row.provider);
    const fields = provider?.connection_config ?? {};
    const config = Object.entries(row.connection_config).filter(
        (entry): entry is [string, string] => Object.hasOwn(fields, entry[0]) && typeof entry[1] === 'string'
    );
    return {
        connection_id: row.connection_id,
        integration_id: row.integration_key,
        account_label: row.identity_label,
        connected_at: row.created_at.toISOString(),
        connection_config: Object.fromEntries(config),
        end_user: row.end_user,
        savedEndings: provider ? openSavedEndings(deps, row, provider) : { credentials: {}, connection_config: {} }
    };
}
