import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findConnectionsOfEndUser, findIntegrationsOfEndUser } from '../connection-store/connections.sql.ts';
import { describeRenewable, type Renewable } from './describe-renewable.ts';

// A person who has more picks the one to renew in the product.
const perIntegration = 10;

/** This end user's connections by integration. @param keys integrations to describe */
export async function listConnectionsOfEndUser(
    deps: Pick<Deps, 'db' | 'providers'>,
    environmentId: string,
    endUser: StoredEndUser | null,
    keys: readonly string[]
): Promise<{ integrations: ReadonlySet<string>; connections: ReadonlyMap<string, Renewable[]> }> {
    if (!endUser) return { integrations: new Set(), connections: new Map() };
    const [integrations, rows] = await Promise.all([
        findIntegrationsOfEndUser(deps.db, environmentId, endUser),
        keys.length === 0 ? [] : findConnectionsOfEndUser(deps.db, { environmentId, endUser, integrationKeys: keys, perIntegration })
    ]);
    return {
        integrations: new Set(integrations),
        connections: Map.groupBy(
            rows.map((row) => describeRenewable(deps, row)),
            (own) => own.integration_id
        )
    };
}
