import type { ReadWebhook, WebhookEvent } from '@patchbay/providers';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type AccountMatch, findConnectionsOfAccount } from '../../connections/connection-store/connections-of-account.sql.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent } from '../events/record-event.ts';

type ForwardDeps = Pick<Deps, 'clock' | 'ids' | 'keyedHash'>;

/**
 * Records, in the caller's transaction, one event for each connection that a webhook is about, with
 * what in it is about that connection; and one for what is about none.
 */
export async function forwardWebhook(
    trx: Db,
    deps: ForwardDeps,
    { row, provider }: Integration,
    { read, events, headers }: { read: ReadWebhook; events: readonly WebhookEvent[]; headers: Readonly<Record<string, string>> }
): Promise<void> {
    const owner = { environmentId: row.environment_id, integrationId: row.id };
    const byConnection = new Map<string | undefined, WebhookEvent[]>();
    const byAccount = Map.groupBy(events, ({ account }) => JSON.stringify(account ?? null));
    for (const ofAccount of byAccount.values()) {
        const account = ofAccount[0]?.account;
        const found = account ? await findConnectionsOfAccount(trx, owner, matchOf(deps, provider.id, account)) : [];
        for (const id of found.length > 0 ? found : [undefined]) byConnection.set(id, [...(byConnection.get(id) ?? []), ...ofAccount]);
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    for (const [connectionId, own] of byConnection)
        await recordEvent(trx, deps, {
            ...owner,
            content: {
                from: provider.id,
                type: 'forward',
                ...(connectionId === undefined ? {} : { connectionId }),
                providerConfigKey: row.unique_key,
                payload: read.only(own)
            },
            headers: lines
        });
}

function matchOf(deps: ForwardDeps, provider: string, { value, identity, equals }: NonNullable<WebhookEvent['account']>): AccountMatch {
    const prefix = 'connection_config.';
    return {
        configs: equals.filter((place) => place.startsWith(prefix)).map((place) => ({ [place.slice(prefix.length)]: value })),
        identity: equals.includes('account') ? accountFingerprint(deps, provider, identity) : undefined,
        connectionId: equals.includes('connection_id') ? value : undefined
    };
}
