import { createHash } from 'node:crypto';
import type { ReadWebhook, WebhookEvent, WebhookRequest } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { forwardWebhook } from './forward-webhook.ts';
import { insertIncomingWebhook, insertWebhookEvents } from './incoming-webhooks.sql.ts';
import { matchConnections } from './match-connections.ts';
import { queueForSyncs, subscribersOf } from './queue-for-syncs.ts';
import { replayedHeaders } from './replayed-headers.ts';

/**
 * Stores a webhook with those of its events that are new and records what goes on to the customer
 * and to syncs, in one transaction.
 * @returns false when none is new
 * @race one event is received twice: unique key, `on conflict do nothing`, which waits
 */
export async function storeWebhook(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'keyedHash'>,
    integration: Integration,
    { request, read, now }: { request: WebhookRequest; read: ReadWebhook; now: Date }
): Promise<boolean> {
    const { row } = integration;
    const id = deps.ids.uuid();
    const owner = { environmentId: row.environment_id, integrationId: row.id };
    const byHash = new Map(read.events.map((event): [string, WebhookEvent] => [hashOf(event), event]));
    return deps.db.transaction().execute(async (trx) => {
        const fresh = new Set(await insertWebhookEvents(trx, { ...owner, webhookId: id, hashes: [...byHash.keys()].toSorted(), now }));
        const events = [...byHash].flatMap(([hash, event]) => (fresh.has(hash) ? [event] : []));
        if (events.length === 0) return false;
        const headers = replayedHeaders(request.headers);
        await insertIncomingWebhook(trx, { ...owner, id, headers, body: request.body, now });
        if (!row.enabled) return true;
        const subscribers = await subscribersOf(trx, integration);
        if (!row.forward_webhooks && subscribers.length === 0) return true;
        const matches = await matchConnections(trx, deps, integration, events);
        if (row.forward_webhooks) await forwardWebhook(trx, deps, integration, { read, matches, headers });
        await queueForSyncs(trx, deps, integration, { read, matches, subscribers });
        return true;
    });
}

/** Of bounded length, whatever ids a provider makes up; ids may be those of one account alone. */
function hashOf({ id, account }: WebhookEvent): string {
    return createHash('sha256')
        .update(JSON.stringify([account?.value ?? null, id]))
        .digest('hex');
}
