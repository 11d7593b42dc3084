import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { SecretHints } from '../../../platform/providers/asked-fields.ts';
import { type ConnectionKey, findConnection } from '../../../connections/connection-store/connections.sql.ts';
import { describeForEndUser, type EndUserConnection } from '../../../connections/connection-api/describe-for-end-user.ts';
import { secretHints } from '../../../connections/connection-store/secret-hints.ts';

export interface ReconnectTarget extends EndUserConnection {
    end_user: StoredEndUser | null;
    secretHints: SecretHints;
}

/** The connection to reconnect, as its end user may see it; null when it was deleted. */
export async function describeReconnectTarget(
    deps: Pick<Deps, 'db' | 'providers' | 'seal' | 'log'>,
    target: ConnectionKey
): Promise<ReconnectTarget | null> {
    const row = await findConnection(deps.db, target);
    if (!row) return null;
    const provider = deps.providers.get(row.provider);
    return {
        ...describeForEndUser(deps, row),
        end_user: row.end_user,
        secretHints: provider ? secretHints(deps, row, provider) : { credentials: {}, connection_config: {} }
    };
}
