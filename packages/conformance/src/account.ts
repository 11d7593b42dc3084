import { parseRetryAfter } from '@patchbay/functions';
import type { Patchbay } from '@patchbay/node';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Vendor } from './vendors.ts';
import { Broken, holds, NotRun, shown } from './outcome.ts';

export interface Reply {
    status: number;
    headers: Headers;
    body: unknown;
}

export type Row = Record<string, unknown> & { id: string };

/** The records of a list, as far as they were read. */
export interface Listed {
    rows: readonly Row[];
    /** Whether these are all. */
    isWhole: boolean;
}

export interface Capability {
    method: string;
    path: string;
    model: string;
    support: 'full' | 'partial' | 'unsupported';
    note: string | null;
}

interface Request {
    query?: Record<string, string>;
    body?: unknown;
    headers?: Record<string, string>;
}

/** What more is not read of a list: a real account may have any number. */
const MOST_ROWS = 2000;
const PAGE = 1000;
const SYNC_TIMEOUT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 50;
/** Of a request that meets the rate limit, which is one of a minute at most. */
const MOST_TRIES = 20;
/** Where the vendor does not tell. */
const WAIT_S = 5;

const listBody = z.strictObject({
    records: z.array(z.looseObject({ id: z.string() })),
    next_cursor: z.string().nullable()
});
const errorBody = z.strictObject({
    error: z.strictObject({
        code: z.string().min(1),
        message: z.string().min(1),
        errors: z.array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) })).optional(),
        payload: z.record(z.string(), z.unknown()).optional()
    })
});
export type ApiErrorBody = z.output<typeof errorBody>['error'];

export interface AccountOptions {
    url: string;
    secretKey: string;
    patchbay: Patchbay;
    connection: { provider_config_key: string; connection_id: string };
    vendor: Vendor;
    /** Whether it is the emulator's, so that nothing else changes it. */
    isEmulated: boolean;
}

/** One connection to a vendor, reached only through the public API. */
export class Account {
    readonly vendor: Vendor;
    readonly isEmulated: boolean;
    readonly #options: AccountOptions;
    readonly #known = new Map<string, Promise<unknown>>();
    #capabilities: ReadonlyMap<string, Capability> | undefined;

    constructor(options: AccountOptions) {
        this.#options = options;
        this.vendor = options.vendor;
        this.isEmulated = options.isEmulated;
    }

    /** Comes again where the vendor's rate limit is used up, as it is soon at a real account. */
    async send(method: string, path: string, request: Request = {}): Promise<Reply> {
        for (let tries = 1; ; tries += 1) {
            const reply = await this.#sendOnce(method, path, request);
            if (!isRateLimited(reply) || tries === MOST_TRIES) return reply;
            await wait((parseRetryAfter(reply.headers.get('retry-after') ?? undefined, new Date()) ?? WAIT_S) * 1000);
        }
    }

    async #sendOnce(method: string, path: string, { query, body, headers }: Request): Promise<Reply> {
        const { url, secretKey, connection } = this.#options;
        const response = await fetch(`${url}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`, {
            method,
            headers: {
                authorization: `Bearer ${secretKey}`,
                'provider-config-key': connection.provider_config_key,
                'connection-id': connection.connection_id,
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
                ...headers
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    }

    /** A request that must succeed. @throws {Broken} */
    async call(method: string, path: string, request?: Request): Promise<Reply> {
        const reply = await this.send(method, path, request);
        holds(reply.status === 200, `${method} ${path} responded with ${reply.status}: ${shown(reply.body)}`);
        return reply;
    }

    /** One page of a list. @throws {Broken} */
    async page(path: string, query: Record<string, string>): Promise<z.output<typeof listBody>> {
        const { body } = await this.call('GET', path, { query });
        const parsed = listBody.safeParse(body);
        if (!parsed.success) throw new Broken(`GET ${path} is not {records, next_cursor}: ${parsed.error.message}`);
        return parsed.data;
    }

    /** The records that are not deleted, as they are stored, with what the vendor sent. */
    stored(path: string): Promise<Listed> {
        return this.once(`stored ${path}`, () => this.#walk(path, { filter: 'added,updated', limit: String(PAGE), raw: 'true' }));
    }

    /** The same as the vendor has it now. */
    live(path: string): Promise<Listed> {
        return this.once(`live ${path}`, () => this.#walk(path, { live: 'true' }));
    }

    /** @throws {NotRun} where the account has none */
    async storedRows(path: string): Promise<readonly Row[]> {
        const { rows } = await this.stored(path);
        if (rows.length === 0) throw new NotRun(`The account has nothing in GET ${path}.`);
        return rows;
    }

    /** What is worked out once for all cases. */
    once<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
        // Each name has one kind of value.
        const known = this.#known.get(name) as Promise<Value> | undefined;
        if (known) return known;
        const made = work();
        this.#known.set(name, made);
        return made;
    }

    /** All that was read of lists, after something was written. */
    forget(): void {
        for (const name of this.#known.keys()) if (/^(?:stored|live) /.test(name)) this.#known.delete(name);
    }

    async #walk(path: string, query: Record<string, string>): Promise<Listed> {
        const rows: Row[] = [];
        for (let cursor: string | null | undefined; cursor !== null && rows.length < MOST_ROWS;) {
            const page = await this.page(path, { ...query, ...(cursor === undefined ? {} : { cursor }) });
            rows.push(...page.records);
            cursor = page.next_cursor;
            if (cursor === null) return { rows, isWhole: true };
        }
        return { rows, isWhole: false };
    }

    /** By `METHOD /path`. */
    async capabilities(): Promise<ReadonlyMap<string, Capability>> {
        if (this.#capabilities) return this.#capabilities;
        const { data } = await this.#options.patchbay.integrations.capabilities(this.#options.connection.provider_config_key);
        this.#capabilities = new Map(data.map((capability) => [`${capability.method} ${capability.path}`, capability]));
        return this.#capabilities;
    }

    get patchbay(): Patchbay {
        return this.#options.patchbay;
    }

    get connection(): AccountOptions['connection'] {
        return this.#options.connection;
    }

    /** Waits until the first run of each sync has ended. @throws {Broken} */
    async untilSynced(): Promise<void> {
        const deadline = performance.now() + SYNC_TIMEOUT_MS;
        for (;;) {
            const { syncs } = await this.patchbay.syncs.status(this.connection);
            const failed = syncs.find(({ latestExecutionStatus }) => latestExecutionStatus === 'ERROR');
            if (failed) throw new Broken(`The sync ${failed.name} failed: ${failed.error?.message ?? 'no reason given'}`);
            if (syncs.length > 0 && syncs.every(({ latestExecutionStatus }) => latestExecutionStatus === 'SUCCESS')) return;
            if (performance.now() > deadline) throw new Broken('The first syncs have not ended within 10 minutes.');
            await wait(LOOK_AGAIN_MS);
        }
    }

    /** Runs the sync of a model. @returns what it changed @throws {Broken} */
    async sync(model: string): Promise<{ added: number; updated: number; deleted: number }> {
        const { syncs } = await this.patchbay.syncs.status(this.connection);
        const before = syncs.find(({ recordCount }) => Object.hasOwn(recordCount, model));
        holds(before !== undefined, `No sync reads ${model}.`);
        await this.patchbay.syncs.trigger(this.connection, [before.name]);
        const deadline = performance.now() + SYNC_TIMEOUT_MS;
        for (;;) {
            const [now] = (await this.patchbay.syncs.status(this.connection, [before.name])).syncs;
            if (now && now.status !== 'RUNNING' && now.finishedAt !== before.finishedAt) {
                holds(now.latestExecutionStatus === 'SUCCESS', `The sync ${now.name} failed: ${now.error?.message ?? 'no reason given'}`);
                return now.latestResult?.[model] ?? { added: 0, updated: 0, deleted: 0 };
            }
            holds(performance.now() < deadline, `The sync ${before.name} has not ended within 10 minutes.`);
            await wait(LOOK_AGAIN_MS);
        }
    }
}

/** The error of a response. @throws {Broken} where it is none, or has another form */
export function errorOf({ status, body }: Reply, what: string): ApiErrorBody & { status: number } {
    holds(status >= 400, `${what} responded with ${status} instead of an error`);
    const parsed = errorBody.safeParse(body);
    holds(parsed.success, `${what} responded with ${status} and no error of the one form: ${shown(body)}`);
    return { ...parsed.data.error, status };
}

/** Has the vendor's response beside it, unlike other errors. */
const rateLimitBody = z.object({ error: z.object({ code: z.enum(['provider_rate_limited', 'vendor_fault']) }) });
const isRateLimited = ({ status, body }: Reply) => status === 429 && rateLimitBody.safeParse(body).success;

/** A record without its history. */
export function fieldsOf(record: Record<string, unknown>): Record<string, unknown> {
    const { _nango_metadata: _history, _patchbay_metadata: _origin, ...fields } = record;
    return fields;
}
