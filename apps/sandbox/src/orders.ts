import { headerOf } from './callers.ts';
import { isRecord, InvalidInput } from './check-fields.ts';
import { sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';

interface Order {
    id: string;
    idempotency_key: string | null;
    body: Record<string, unknown>;
}

interface KeptOrder {
    order: Order;
    company: string;
    /** How many requests it was the response to; more than one only with an Idempotency-Key. */
    requests: number;
}

/** A resource that a client which retries without an idempotency key would create twice. */
export class Orders {
    #orders: KeptOrder[] = [];

    /**
     * `/bearer/v1/orders` of one company: `GET` lists, `POST` creates from JSON. @throws
     * {InvalidInput}
     */
    handle({ request, response, method, body }: Exchange, company: string): void {
        if (method === 'GET') return sendJson(response, 200, this.#listOf(company));
        if (method !== 'POST') {
            return sendJson(response, 405, { error: 'Orders can be listed and made.' }, { allow: 'GET, POST' });
        }
        const content = jsonObject(body);
        const key = headerOf(request.headers, 'idempotency-key') ?? null;
        const first = this.#orders.find((kept) => kept.company === company && key !== null && kept.order.idempotency_key === key);
        if (!first) {
            const order = { id: `order-${this.#orders.length + 1}`, idempotency_key: key, body: content };
            this.#orders.push({ order, company, requests: 1 });
            return sendJson(response, 201, order);
        }
        first.requests += 1;
        if (JSON.stringify(first.order.body) !== JSON.stringify(content)) {
            return sendJson(response, 422, { error: 'This Idempotency-Key belongs to another order.' });
        }
        sendJson(response, 201, first.order);
    }

    clear(): void {
        this.#orders = [];
    }

    #listOf(company: string): { count: number; requests: number; data: (Order & { requests: number })[] } {
        const data = this.#orders.filter((kept) => kept.company === company).map(({ order, requests }) => ({ ...order, requests }));
        return { count: data.length, requests: data.reduce((sum, { requests }) => sum + requests, 0), data };
    }
}

function jsonObject(body: Buffer): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(body.toString());
        if (isRecord(value)) return value;
    } catch {
        // Falls through: what is no JSON is no JSON object either.
    }
    throw new InvalidInput('The body must be a JSON object.');
}
