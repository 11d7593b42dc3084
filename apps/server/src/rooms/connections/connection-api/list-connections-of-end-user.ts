import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findConnectionsOfEndUser, findIntegrationsOfEndUser } from '../connection-store/connections.sql.ts';
import { describeForEndUser, type EndUserConnection } from './describe-for-end-user.ts';

// Beyond this, the product offers the choice.
export const connectionsPerIntegration = 10;

/** This end user's connections of these integrations; without keys, only where there are any. */
export async function listConnectionsOfEndUser(
    deps: Pick<Deps, 'batches' | 'db' | 'providers'>,
    environmentId: string,
    endUser: StoredEndUser | null,
    keys: readonly string[]
): Promise<{ integrations: ReadonlySet<string>; connections: ReadonlyMap<string, EndUserConnection[]> }> {
    if (!endUser) return { integrations: new Set(), connections: new Map() };
    if (keys.length === 0)
        return { integrations: new Set(await findIntegrationsOfEndUser(deps.db, environmentId, endUser)), connections: new Map() };
    const rows = await findConnectionsOfEndUser(deps.batches, {
        environmentId,
        endUser,
        integrationKeys: keys,
        perIntegration: connectionsPerIntegration
    });
    const connections = Map.groupBy(
        rows.map((row) => describeForEndUser(deps, row)),
        (own) => own.integration_id
    );
    return { integrations: new Set(connections.keys()), connections };
}
