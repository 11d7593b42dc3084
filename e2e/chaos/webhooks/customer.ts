import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { Receiver } from './receiver.ts';

const integration = 'unauthenticated';
const retryMs = 100;
const mostAtOnce = 24;
const pageSize = 1000;
/** Every fifth connection has a URL of its own. */
const ownUrlEvery = 5;

export interface ListedEvent {
    id: string;
    created_at: string;
    payload: Record<string, unknown>;
}

interface ListedDelivery {
    event_id: string;
    endpoint_id: string;
    attempts: number;
}

interface Page<T> {
    data: T[];
    next_cursor: string | null;
}

/** The customer of one environment, who acts through the public API alone. */
export class Customer {
    /** Connections whose import was acknowledged. */
    readonly imported = new Set<string>();
    readonly #cluster: Cluster;
    readonly #secretKey: string;

    constructor(cluster: Cluster, secretKey: string) {
        this.#cluster = cluster;
        this.#secretKey = secretKey;
    }

    /** Calls as often as it takes: the database may be away. @returns the documented response */
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
        for (;;) {
            const response = await this.#send(method, path, body);
            const text = await response?.text().catch(() => undefined);
            // A contract says what it is.
            if (response?.ok && text !== undefined) return JSON.parse(text) as T;
            if (response && response.status < 500 && response.status !== 429)
                throw new Error(`${method} ${path}: ${response.status} ${text}`);
            await sleep(retryMs);
        }
    }

    async prepare(): Promise<void> {
        await this.call('POST', '/integrations', { provider: integration, unique_key: integration });
    }

    /** Has all events sent to this path of the receiver. @returns the endpoint's id */
    async endpoint(receiver: Receiver, path: string): Promise<string> {
        const { data } = await this.call<{ data: { id: string; signing_key: string } }>('POST', '/webhook-endpoints', {
            url: receiver.url(path)
        });
        receiver.expectAt(path, data.signing_key);
        return data.id;
    }

    /** Records an event, by an import. @param ownUrl of some connections */
    async import(connectionId: string, ownUrl?: string): Promise<void> {
        await this.call('POST', '/connections', {
            connection_id: connectionId,
            provider_config_key: integration,
            credentials: { type: 'NONE' },
            ...(ownUrl === undefined ? {} : { webhook_url_override: ownUrl })
        });
        this.imported.add(connectionId);
    }

    /** Imports many, at a constant rate where one is given. @returns when all are acknowledged */
    async importMany(
        count: number,
        { name, ownUrl, perSecond = Infinity }: { name: string; ownUrl?: string; perSecond?: number }
    ): Promise<void> {
        const startedAt = performance.now();
        const running = new Set<Promise<void>>();
        for (let n = 0; n < count; n += 1) {
            const dueInMs = startedAt + (n / perSecond) * 1000 - performance.now();
            if (dueInMs > 0) await sleep(dueInMs);
            if (running.size >= mostAtOnce) await Promise.race(running);
            const one = this.import(`${name}-${n}`, n % ownUrlEvery === ownUrlEvery - 1 ? ownUrl : undefined);
            running.add(one);
            void one.finally(() => running.delete(one)).catch(() => {});
        }
        await Promise.all(running);
    }

    /** Everything that happened, page by page. */
    async events(): Promise<ListedEvent[]> {
        const all: ListedEvent[] = [];
        for (let cursor = ''; ;) {
            const page = await this.call<Page<ListedEvent>>('GET', `/events?limit=${pageSize}${cursor}`);
            all.push(...page.data);
            if (page.data.length < pageSize) return all;
            cursor = `&cursor=${page.next_cursor}`;
        }
    }

    /** Deliveries with this status. */
    async deliveries(status: 'delivered' | 'exhausted'): Promise<ListedDelivery[]> {
        const all: ListedDelivery[] = [];
        for (let cursor = ''; ;) {
            const page = await this.call<Page<ListedDelivery>>('GET', `/webhook-deliveries?status=${status}&limit=${pageSize}${cursor}`);
            all.push(...page.data);
            if (page.next_cursor === null) return all;
            cursor = `&cursor=${page.next_cursor}`;
        }
    }

    async #send(method: string, path: string, body: unknown): Promise<Response | undefined> {
        const [server] = this.#cluster.servers;
        const headers = { authorization: `Bearer ${this.#secretKey}`, 'content-type': 'application/json' };
        try {
            return await fetch((server?.url ?? '') + path, {
                method,
                headers,
                ...(body === undefined ? {} : { body: JSON.stringify(body) })
            });
        } catch {
            return undefined;
        }
    }
}
