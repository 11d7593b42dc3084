import type { ReadWebhook, WebhookEvent } from '@patchbay/providers';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent, recordEventOfEach } from '../events/record-event.ts';
import type { Matches } from './match-connections.ts';

/**
 * Records, in the caller's transaction, one event for each connection that a webhook is about, with
 * what in it is about that connection; and one for what is about none.
 */
export async function forwardWebhook(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { row, provider }: Integration,
    { read, matches, headers }: { read: ReadWebhook; matches: Matches; headers: Readonly<Record<string, string>> }
): Promise<void> {
    const owner = { environmentId: row.environment_id, integrationId: row.id };
    const sent = { ...owner, headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`) };
    const contentOf = (own: readonly WebhookEvent[]) =>
        ({ from: provider.id, type: 'forward', providerConfigKey: row.unique_key, payload: read.only(own) }) as const;
    // Thousands may be told the same.
    const contents = new Map<readonly WebhookEvent[], ReturnType<typeof contentOf>>();
    const about = matches.connections.map(({ connectionId, events }) => {
        const content = contents.get(events) ?? contentOf(events);
        contents.set(events, content);
        return { connectionId, content };
    });
    await recordEventOfEach(trx, deps, sent, about);
    if (matches.others.length > 0) await recordEvent(trx, deps, { ...sent, content: contentOf(matches.others) });
}
