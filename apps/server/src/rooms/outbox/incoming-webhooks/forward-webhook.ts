import type { ReadWebhook, WebhookEvent } from '@patchbay/providers';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type AccountMatch, findConnectionsOfAccounts } from '../../connections/connection-store/connections-of-account.sql.ts';
import { accountFingerprint } from '../../connections/connection-store/save-connection.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent, recordEventOfEach } from '../events/record-event.ts';

type ForwardDeps = Pick<Deps, 'clock' | 'ids' | 'keyedHash'>;

/**
 * Records, in the caller's transaction, one event for each connection that a webhook is about, with
 * what in it is about that connection; and one for what is about none. However many accounts and
 * connections these are, the statements are few: each takes a thousand.
 */
export async function forwardWebhook(
    trx: Db,
    deps: ForwardDeps,
    { row, provider }: Integration,
    { read, events, headers }: { read: ReadWebhook; events: readonly WebhookEvent[]; headers: Readonly<Record<string, string>> }
): Promise<void> {
    const owner = { environmentId: row.environment_id, integrationId: row.id };
    const sent = { ...owner, headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`) };
    const contentOf = (own: readonly WebhookEvent[]) =>
        ({ from: provider.id, type: 'forward', providerConfigKey: row.unique_key, payload: read.only(own) }) as const;
    const ofAccounts = [...Map.groupBy(events, ({ account }) => JSON.stringify(account ?? null)).values()];
    const matches = ofAccounts.map(([event]) => matchOf(deps, provider.id, event?.account));
    const found = await findConnectionsOfAccounts(trx, owner, matches);
    // Thousands may be told the same.
    const contents = new Map<string, ReturnType<typeof contentOf>>();
    const about = [...Map.groupBy(found, ({ connection_id: id }) => id)].map(([connectionId, rows]) => {
        const accounts = rows.map(({ account }) => account);
        const content = contents.get(accounts.join()) ?? contentOf(accounts.flatMap((account) => ofAccounts[account] ?? []));
        contents.set(accounts.join(), content);
        return { connectionId, content };
    });
    await recordEventOfEach(trx, deps, sent, about);
    const known = new Set(found.map(({ account }) => account));
    const ofNone = ofAccounts.flatMap((own, account) => (known.has(account) ? [] : own));
    if (ofNone.length > 0) await recordEvent(trx, deps, { ...sent, content: contentOf(ofNone) });
}

function matchOf(deps: ForwardDeps, provider: string, account: WebhookEvent['account']): AccountMatch {
    if (!account) return { configs: [], identity: undefined, connectionId: undefined };
    const { value, identity, equals } = account;
    const prefix = 'connection_config.';
    return {
        configs: equals.filter((place) => place.startsWith(prefix)).map((place) => ({ [place.slice(prefix.length)]: value })),
        identity: equals.includes('account') ? accountFingerprint(deps, provider, identity) : undefined,
        connectionId: equals.includes('connection_id') ? value : undefined
    };
}
