import type { Db } from '@patchbay/db';
import type { WebhookEvent } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type AccountMatch, findConnectionsOfAccounts } from '../../connections/connection-store/connections-of-account.sql.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';

/** A connection, and what of a webhook is about it. */
export interface MatchedConnection {
    /** `connections.id`. */
    id: number;
    connectionId: string;
    /** The same list for all connections of the same accounts. */
    events: readonly WebhookEvent[];
}

export interface Matches {
    connections: readonly MatchedConnection[];
    /** What is about none. */
    others: readonly WebhookEvent[];
}

/**
 * Whose events these are. However many accounts and connections, the statements are few: each takes
 * a thousand.
 */
export async function matchConnections(
    trx: Db,
    deps: Pick<Deps, 'keyedHash'>,
    { row, provider }: Integration,
    events: readonly WebhookEvent[]
): Promise<Matches> {
    const ofAccounts = [...Map.groupBy(events, ({ account }) => JSON.stringify(account ?? null)).values()];
    const matches = ofAccounts.map(([event]) => matchOf(deps, provider.id, event?.account));
    const found = await findConnectionsOfAccounts(trx, { environmentId: row.environment_id, integrationId: row.id }, matches);
    // Thousands may be told the same.
    const lists = new Map<string, readonly WebhookEvent[]>();
    const connections = [...Map.groupBy(found, ({ connection_id: connectionId }) => connectionId)].map(([connectionId, rows]) => {
        const accounts = rows.map(({ account }) => account);
        const own = lists.get(accounts.join()) ?? accounts.flatMap((account) => ofAccounts[account] ?? []);
        lists.set(accounts.join(), own);
        return { id: rows[0]?.id ?? 0, connectionId, events: own };
    });
    const known = new Set(found.map(({ account }) => account));
    return { connections, others: ofAccounts.flatMap((own, account) => (known.has(account) ? [] : own)) };
}

function matchOf(deps: Pick<Deps, 'keyedHash'>, provider: string, account: WebhookEvent['account']): AccountMatch {
    if (!account) return { configs: [], identity: undefined, connectionId: undefined };
    const { value, identity, equals } = account;
    const prefix = 'connection_config.';
    return {
        configs: equals.filter((place) => place.startsWith(prefix)).map((place) => ({ [place.slice(prefix.length)]: value })),
        identity: equals.includes('account') ? accountFingerprint(deps, provider, identity) : undefined,
        connectionId: equals.includes('connection_id') ? value : undefined
    };
}
