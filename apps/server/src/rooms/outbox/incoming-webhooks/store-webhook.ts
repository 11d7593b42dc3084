import { createHash } from 'node:crypto';
import type { ReadWebhook, WebhookEvent, WebhookRequest } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { insertIncomingWebhook, insertWebhookEvents } from './incoming-webhooks.sql.ts';
import { replayedHeaders } from './replayed-headers.ts';

/**
 * Stores a webhook with those of its events that are new, in one transaction.
 * @returns false when none is
 * @race one event is received twice: unique key, `on conflict do nothing`, which waits
 */
export async function storeWebhook(
    { db, ids }: Pick<Deps, 'db' | 'ids'>,
    { row }: Integration,
    { request, read, now }: { request: WebhookRequest; read: ReadWebhook; now: Date }
): Promise<boolean> {
    const id = ids.uuid();
    const byHash = new Map(read.events.map((event): [string, WebhookEvent] => [hashOf(event), event]));
    return db.transaction().execute(async (trx) => {
        const owner = { environmentId: row.environment_id, integrationId: row.id };
        const hashes = await insertWebhookEvents(trx, { ...owner, webhookId: id, hashes: [...byHash.keys()].toSorted(), now });
        const fresh = hashes.flatMap((hash) => byHash.get(hash) ?? []);
        if (fresh.length === 0) return false;
        await insertIncomingWebhook(trx, { ...owner, id, headers: replayedHeaders(request.headers), body: request.body, now });
        return true;
    });
}

/** Of bounded length, whatever ids a provider makes up. */
function hashOf({ id }: WebhookEvent): string {
    return createHash('sha256').update(id).digest('hex');
}
