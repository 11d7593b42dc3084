import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import {
    type ConnectionWithIntegration,
    findConnectionsOfEndUser,
    findIntegrationsOfEndUser
} from '../connection-store/connections.sql.ts';
import { describeForEndUser, type EndUserConnection } from './describe-for-end-user.ts';

/** Beyond this, the product offers the choice. */
const mostToRenew = 10;
/** Of one integration, for an end user who manages them. */
const mostToManage = 100;

interface Asked {
    environmentId: string;
    endUser: StoredEndUser;
    /** Of integrations. */
    keys: readonly string[];
    manages: boolean;
}

/** The newest connections of this end user, by integration, and which integrations have more. */
export async function findOwnConnections(
    { batches }: Pick<Deps, 'batches'>,
    { environmentId, endUser, keys, manages }: Asked
): Promise<{ rows: ConnectionWithIntegration[]; beyond: ReadonlySet<string> }> {
    const most = manages ? mostToManage : mostToRenew;
    const found = await findConnectionsOfEndUser(batches, { environmentId, endUser, integrationKeys: keys, perIntegration: most + 1 });
    const cut = [...Map.groupBy(found, (row) => row.integration_key)].filter(([, rows]) => rows.length > most);
    const oldest = new Set(cut.map(([, rows]) => rows.at(-1)));
    return { rows: found.filter((row) => !oldest.has(row)), beyond: new Set(cut.map(([key]) => key)) };
}

interface OwnConnections {
    /** Of which there are connections. */
    integrations: ReadonlySet<string>;
    connections: ReadonlyMap<string, EndUserConnection[]>;
    /** Integrations with more connections than these. */
    beyond: ReadonlySet<string>;
}

/** This end user's connections of these integrations; without keys, only where there are any. */
export async function listConnectionsOfEndUser(
    deps: Pick<Deps, 'batches' | 'db' | 'providers'>,
    { endUser, ...asked }: Omit<Asked, 'endUser'> & { endUser: StoredEndUser | null }
): Promise<OwnConnections> {
    const none = { integrations: new Set<string>(), connections: new Map(), beyond: new Set<string>() };
    if (!endUser) return none;
    if (asked.keys.length === 0)
        return { ...none, integrations: new Set(await findIntegrationsOfEndUser(deps.db, asked.environmentId, endUser)) };
    const { rows, beyond } = await findOwnConnections(deps, { ...asked, endUser });
    const connections = Map.groupBy(
        rows.map((row) => describeForEndUser(deps, row)),
        (own) => own.integration_id
    );
    return { integrations: new Set(connections.keys()), connections, beyond };
}
