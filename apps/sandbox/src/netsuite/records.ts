import { isRecord } from '../check-fields.ts';
import { Refusal } from './refusal.ts';

const MAX_LIMIT = 1_000;
const FIRST_CUSTOMERS = ['Anchor Supplies', 'Blue Lantern', 'Copper & Sons', 'Dune Logistics', 'Ember Foods'];

export interface RecordsReply {
    status: number;
    body?: unknown;
    headers?: Record<string, string>;
}

/**
 * The customers of one account, as the record service has them.
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html
 */
export class Records {
    #names = [...FIRST_CUSTOMERS];

    /** @param base address of the record service of the account */
    handle(method: string, path: string, query: URLSearchParams, body: Buffer, base: string): RecordsReply {
        if (path === '/metadata-catalog' && method === 'GET') return { status: 200, body: catalog(base) };
        const [, id] = /^\/customer\/(\d+)$/.exec(path) ?? [];
        if (id !== undefined && method === 'GET') return { status: 200, body: this.#one(Number(id), base) };
        if (path === '/customer' && method === 'GET') return { status: 200, body: this.#page(query, base) };
        if (path === '/customer' && method === 'POST') return this.#create(body, base);
        throw new Refusal(404, 'NOT_FOUND', 'The requested resource does not exist.');
    }

    #one(id: number, base: string): unknown {
        const companyName = this.#names[id - 1];
        if (companyName === undefined)
            throw new Refusal(404, 'NONEXISTENT_ID', 'The record instance does not exist. Provide a valid record instance ID.');
        return { links: [{ rel: 'self', href: `${base}/customer/${id}` }], id: String(id), companyName };
    }

    #page(query: URLSearchParams, base: string): unknown {
        const limit = readCount(query, 'limit', MAX_LIMIT);
        const offset = readCount(query, 'offset', 0);
        if (limit < 1 || limit > MAX_LIMIT || offset % limit !== 0)
            throw new Refusal(400, 'INVALID_PARAMETER', 'The limit is 1 to 1000, and the offset is divisible by it.');
        const items = this.#names.slice(offset, offset + limit).map((_, place) => {
            const id = String(offset + place + 1);
            return { links: [{ rel: 'self', href: `${base}/customer/${id}` }], id };
        });
        const hasMore = offset + limit < this.#names.length;
        const next = { rel: 'next', href: `${base}/customer?limit=${limit}&offset=${offset + limit}` };
        const links = [...(hasMore ? [next] : []), { rel: 'self', href: `${base}/customer?limit=${limit}&offset=${offset}` }];
        return { links, count: items.length, hasMore, items, offset, totalResults: this.#names.length };
    }

    #create(body: Buffer, base: string): RecordsReply {
        let input: unknown;
        try {
            input = JSON.parse(body.toString());
        } catch {
            throw new Refusal(400, 'INVALID_CONTENT', 'Invalid content in the request body.');
        }
        const name = isRecord(input) ? input['companyName'] : undefined;
        if (typeof name !== 'string') throw new Refusal(400, 'USER_ERROR', 'Please enter value(s) for: Company Name.');
        this.#names.push(name);
        return { status: 204, headers: { location: `${base}/customer/${this.#names.length}` } };
    }

    reset(): void {
        this.#names = [...FIRST_CUSTOMERS];
    }
}

function catalog(base: string): unknown {
    const links = [{ rel: 'canonical', href: `${base}/metadata-catalog/customer`, mediaType: 'application/json' }];
    return { items: [{ name: 'customer', links }] };
}

function readCount(query: URLSearchParams, name: string, fallback: number): number {
    const text = query.get(name) ?? String(fallback);
    if (!/^\d{1,7}$/.test(text)) throw new Refusal(400, 'INVALID_PARAMETER', `The value of ${name} is not a number.`);
    return Number(text);
}
