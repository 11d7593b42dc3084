import type { ReadWebhook, WebhookEvent } from '@patchbay/providers';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type AccountMatch, findConnectionsOfAccount } from '../../connections/connection-store/connections-of-account.sql.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent, recordEventOfEach } from '../events/record-event.ts';

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
    const byAccount = Map.groupBy(events, ({ account }) => JSON.stringify(account ?? null));
    const accountsOf = new Map<string | undefined, string[]>();
    for (const [key, [event]] of byAccount) {
        const account = event?.account;
        const found = account ? await findConnectionsOfAccount(trx, owner, matchOf(deps, provider.id, account)) : [];
        for (const id of found.length > 0 ? found : [undefined]) accountsOf.set(id, [...(accountsOf.get(id) ?? []), key]);
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    // Thousands may be about the same: those are one statement.
    for (const alike of Map.groupBy(accountsOf, ([, accounts]) => accounts.join('\n')).values()) {
        const own = (alike[0]?.[1] ?? []).flatMap((account) => byAccount.get(account) ?? []);
        const content = { from: provider.id, type: 'forward', providerConfigKey: row.unique_key, payload: read.only(own) } as const;
        const ids = alike.flatMap(([id]) => (id === undefined ? [] : [id]));
        if (ids.length > 0) await recordEventOfEach(trx, deps, { ...owner, content, headers: lines }, ids);
        if (ids.length < alike.length) await recordEvent(trx, deps, { ...owner, content, headers: lines });
    }
}

function matchOf(deps: ForwardDeps, provider: string, { value, identity, equals }: NonNullable<WebhookEvent['account']>): AccountMatch {
    const prefix = 'connection_config.';
    return {
        configs: equals.filter((place) => place.startsWith(prefix)).map((place) => ({ [place.slice(prefix.length)]: value })),
        identity: equals.includes('account') ? accountFingerprint(deps, provider, identity) : undefined,
        connectionId: equals.includes('connection_id') ? value : undefined
    };
}
