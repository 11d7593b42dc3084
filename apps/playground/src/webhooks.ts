import type { IncomingHttpHeaders } from 'node:http';
import { type Patchbay, type PatchbayEvent, verifyWebhook, WebhookVerificationError } from '@patchbay/node';
import { accountingApp } from './accounting.ts';
import { LiveEvents } from './live-events.ts';
import { type Deps, RequestError } from './request.ts';
import { sendBooksWebhooks } from './sandbox-client.ts';

export const WEBHOOK_PATH = '/webhooks/patchbay';
const EVENTS = ['sync', 'forward', 'connection.broken', 'connection.healed'] as const;
/** Ids of the events that came last; a retry has the id of the first delivery. */
const REMEMBERED = 10_000;

/** Which sync reads what a webhook of the accounting system is about. */
const syncs: Readonly<Record<string, string>> = {
    invoice: 'invoices',
    customer: 'customers',
    item: 'items',
    purchaseorder: 'purchase-orders'
};

/** Receives Patchbay's webhooks, and tells the pages. */
export class WebhookInbox {
    readonly live = new LiveEvents();
    readonly #patchbay: Patchbay;
    readonly #seen = new Set<string>();
    #signingKey: string | undefined;
    #endpoint: { id: string; hearsRecords: boolean } | undefined;

    constructor(patchbay: Patchbay) {
        this.#patchbay = patchbay;
    }

    /** Asks Patchbay for them, once per address. @param url where this product is. */
    async subscribe(url: string): Promise<void> {
        const address = new URL(WEBHOOK_PATH, url);
        // By number: `localhost` may be another address to the server.
        address.hostname = '127.0.0.1';
        const { data: endpoints } = await this.#patchbay.webhookEndpoints.list();
        const known = endpoints.find((endpoint) => endpoint.url === address.href);
        if (!known) {
            const { data } = await this.#patchbay.webhookEndpoints.create({
                url: address.href,
                description: 'Juniper, the demo product',
                event_types: [...EVENTS]
            });
            this.#signingKey = data.signing_key;
            this.#endpoint = { id: data.id, hearsRecords: false };
            return;
        }
        this.#endpoint = { id: known.id, hearsRecords: known.event_types.includes('record.changed') };
        if (known.disabled_at !== null) await this.#patchbay.webhookEndpoints.update(known.id, { disabled: false });
        // The key was shown to an earlier start, which did not keep it.
        const { data } = await this.#patchbay.webhookEndpoints.rotateKey(known.id, { old_key_valid_for: 0 });
        this.#signingKey = data.signing_key;
    }

    /** @throws {RequestError} for what is not Patchbay's */
    async receive(body: Uint8Array, headers: IncomingHttpHeaders): Promise<void> {
        const { id, event } = this.#verify(body, headers);
        if (this.#seen.has(id)) return;
        this.#seen.add(id);
        for (const oldest of this.#seen) {
            if (this.#seen.size <= REMEMBERED) break;
            this.#seen.delete(oldest);
        }
        if (event.type === 'forward') return this.#hearVendor(event);
        if (event.type === 'record.changed') {
            const { providerConfigKey: integration, model, recordId, action } = event;
            return this.live.tell({ type: event.type, integration, model, id: recordId, action });
        }
        if (event.type === 'sync') {
            const { providerConfigKey: integration, syncName, success } = event;
            if (success && integration === accountingApp) await this.#hearRecords();
            return this.live.tell({ type: event.type, integration, sync: syncName });
        }
        if (event.type === 'connection.broken' || event.type === 'connection.healed')
            this.live.tell({ type: event.type, integration: event.providerConfigKey });
    }

    /**
     * From now on a webhook for each record that changes. Not from the start: to read a recruiting
     * system for the first time would be thousands of them.
     */
    async #hearRecords(): Promise<void> {
        if (!this.#endpoint || this.#endpoint.hearsRecords) return;
        this.#endpoint.hearsRecords = true;
        await this.#patchbay.webhookEndpoints.update(this.#endpoint.id, { event_types: [...EVENTS, 'record.changed'] });
    }

    #verify(body: Uint8Array, headers: IncomingHttpHeaders) {
        try {
            return verifyWebhook({ body, headers, signingKey: this.#signingKey });
        } catch (error) {
            // Without a key, since there is no endpoint yet, it is a TypeError.
            if (!(error instanceof WebhookVerificationError) && this.#signingKey !== undefined) throw error;
            throw new RequestError(400, 'This is no webhook of Patchbay.');
        }
    }

    /** Something changed at the vendor: it is read now, and not at the next full hour. */
    async #hearVendor({ connectionId, providerConfigKey: integration, payload }: PatchbayEvent & { type: 'forward' }): Promise<void> {
        if (connectionId === undefined || integration !== accountingApp) return;
        for (const what of changedIn(payload)) {
            this.live.tell({ type: 'forward', integration, what });
            const sync = Object.hasOwn(syncs, what) ? syncs[what] : undefined;
            if (sync !== undefined)
                await this.#patchbay.syncs.trigger({ connection_id: connectionId, provider_config_key: integration }, [sync]);
        }
    }
}

/** Has the accounting system send its webhooks to Patchbay. */
export async function routeVendorWebhooks({ patchbay, sandbox, vendors }: Deps, patchbayUrl: string): Promise<void> {
    const secret = vendors.find(({ id }) => id === accountingApp)?.webhook_secret;
    if (secret === undefined) return;
    const { data } = await patchbay.integrations.get(accountingApp, { include: ['webhook'] });
    if (!data.webhook_url) return;
    // The sandbox reaches Patchbay where this program does.
    await sendBooksWebhooks(sandbox, new URL(new URL(data.webhook_url).pathname, patchbayUrl).href, secret);
}

/** The kinds of objects in a vendor's webhook: `qbo.invoice.updated.v1` is about an invoice. */
function changedIn(payload: unknown): Set<string> {
    const events: unknown[] = Array.isArray(payload) ? payload : [payload];
    return new Set(events.flatMap((event) => /^qbo\.(\w+)\./.exec(typeOf(event))?.[1] ?? []));
}

function typeOf(event: unknown): string {
    return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';
}
