import { setTimeout as delay } from 'node:timers/promises';
import {
    type ConnectionQuery,
    type Host,
    HostError,
    type HostConnection,
    type HostIntegration,
    type HostRecord
} from '@patchbay/functions';
import type { HostLogLine, HostRequest, HostResponse, Json, JsonObject } from '@patchbay/functions';
import type { MemoryContents } from '@patchbay/functions/testing';
import { ApiError, type Connection, type Patchbay, UnreachableError } from '@patchbay/node';
import { DryRunHost } from './dry-run-host.ts';

const PAGE = 1000;
/** A page of many records is read whole. */
const TIMEOUT_MS = 60_000;

/** All waits of one request together; as on the server. */
const MOST_WAIT_MS = 10 * 60_000;

interface Target {
    patchbay: Patchbay;
    connection: Connection;
    variant: string;
}

interface Waits {
    /** Whether a rate limit is waited out, as for a sync; the caller of an action is told. */
    waitsForRateLimit: boolean;
    onWait(ms: number): void;
    sleep?(ms: number): Promise<unknown>;
}

/**
 * Reads from the server by its API, and sends requests through its proxy. Nothing is written to the
 * server; what the function does at the vendor, and the actions that it calls, are done.
 */
export class HttpHost extends DryRunHost {
    readonly #target: Target;
    readonly #loaded = new Map<string, Promise<void>>();

    constructor(target: Target, contents: MemoryContents, onLine: (line: HostLogLine) => void, waits: Waits) {
        super((request) => sendPatiently(target, request, waits), contents, onLine);
        this.#target = target;
    }

    override async getRecords(input: { model: string; ids: readonly string[] }) {
        await this.#load(input.model);
        return super.getRecords(input);
    }

    override async listRecords({ model, cursor }: { model: string; cursor: string | null }) {
        await this.#load(model);
        const at = Number(cursor ?? 0);
        const records = this.live(model);
        return { records: records.slice(at, at + PAGE), nextCursor: at + PAGE < records.length ? String(at + PAGE) : null };
    }

    override async trackDeletesEnd(input: { model: string }) {
        await this.#load(input.model);
        return super.trackDeletesEnd(input);
    }

    /** Those that the server has, once for each model. */
    #load(model: string): Promise<void> {
        const loading = this.#loaded.get(model) ?? this.#read(model);
        this.#loaded.set(model, loading);
        return loading;
    }

    async #read(model: string): Promise<void> {
        const { patchbay, connection, variant } = this.#target;
        let cursor: string | null = null;
        do {
            const page: Awaited<ReturnType<Patchbay['records']['list']>> = await ask(() =>
                patchbay.records.list(connection, {
                    model,
                    limit: PAGE,
                    filter: ['added', 'updated'],
                    ...(variant !== 'base' && { variant }),
                    ...(cursor !== null && { cursor })
                })
            );
            this.addRecords(model, page.records.map(recordOf));
            cursor = page.next_cursor ?? null;
        } while (cursor !== null);
    }

    override async getConnection(query?: ConnectionQuery): Promise<HostConnection> {
        const { patchbay, connection: own } = this.#target;
        const key = {
            connection_id: query?.connectionId ?? own.connection_id,
            provider_config_key: query?.providerConfigKey ?? own.provider_config_key
        };
        const options = { forceRefresh: query?.forceRefresh === true, withRefreshToken: query?.refreshToken === true };
        return hostConnection(await ask(() => patchbay.connections.get(key, options)));
    }

    override getIntegration = async (input?: { include: readonly ('webhook' | 'credentials')[] }): Promise<HostIntegration> => {
        const { patchbay, connection } = this.#target;
        const { data } = await ask(() =>
            patchbay.integrations.get(connection.provider_config_key, { include: [...(input?.include ?? [])] })
        );
        // What the API sends is JSON, with these fields.
        return data as unknown as HostIntegration;
    };

    override getEnvironmentVariables = async () => {
        const variables = await ask(() => this.#target.patchbay.functions.listVariables());
        return { variables: variables.map(({ name, value }) => ({ name, value })) };
    };

    override getWebhookUrl = async () => ({ url: (await this.getIntegration({ include: ['webhook'] })).webhook_url ?? null });

    override async triggerAction({ connectionId, providerConfigKey, name, input }: Parameters<Host['triggerAction']>[0]) {
        const key = { connection_id: connectionId, provider_config_key: providerConfigKey };
        // What an action returns is JSON.
        return { output: (await ask(() => this.#target.patchbay.actions.trigger(key, name, input))) as Json };
    }
}

/** What the server adds of its own is no part of a record. */
function recordOf({ _nango_metadata: _theirs, _patchbay_metadata: _ours, ...record }: JsonObject | Record<string, unknown>): HostRecord {
    // The server stores none without an id.
    return record as HostRecord;
}

function hostConnection(connection: Connection): HostConnection {
    const { connection_id, provider_config_key, provider, connection_config, metadata, credentials, end_user, tags } = connection;
    const { credentials_withheld: withheld } = connection;
    const kept = {
        connection_id,
        provider_config_key,
        provider,
        connection_config,
        metadata,
        credentials,
        end_user,
        tags,
        ...(withheld !== undefined && { credentials_withheld: withheld })
    };
    // What the API sends is JSON.
    return kept as unknown as HostConnection;
}

/** @throws {HostError} as the server's own hosts do */
async function ask<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
        return await work();
    } catch (error) {
        if (error instanceof ApiError) throw new HostError(error.code, error.message);
        if (error instanceof UnreachableError) throw new HostError('network_error', error.message);
        throw error;
    }
}

async function sendPatiently(
    target: Target,
    input: HostRequest,
    { waitsForRateLimit, onWait, sleep = (ms) => delay(ms) }: Waits
): Promise<HostResponse> {
    for (let waitedMs = 0; ;) {
        try {
            return await send(target, input);
        } catch (error) {
            const isLimited = error instanceof ApiError && error.code === 'provider_rate_limited';
            const pauseMs = isLimited ? Math.max(1, error.retryAfterS ?? 1) * 1000 : 0;
            if (!waitsForRateLimit || !isLimited || waitedMs + pauseMs > MOST_WAIT_MS) throw hostError(error, input);
            waitedMs += pauseMs;
            onWait(pauseMs);
            await sleep(pauseMs);
        }
    }
}

function hostError(error: unknown, { readOnly, method }: HostRequest): HostError {
    if (error instanceof ApiError) return new HostError(error.code, error.message);
    return readOnly || method === 'GET'
        ? new HostError('network_error', 'The provider could not be reached, or did not respond in time.')
        : new HostError('outcome_unknown', 'The response of the provider was lost: whether it has done what was asked is not known.');
}

async function send({ patchbay, connection }: Target, input: HostRequest): Promise<HostResponse> {
    const { method, endpoint, query, headers, body } = input;
    if (!input.withCredentials) {
        const init = { method, headers: { ...headers }, ...(body !== null && { body: bytesOf(body) }) };
        return read(await fetch(endpoint, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }), input);
    }
    const key = {
        connection_id: input.connectionId ?? connection.connection_id,
        provider_config_key: input.providerConfigKey ?? connection.provider_config_key
    };
    const response = await patchbay.proxy.request(key, {
        method,
        path: query === '' ? endpoint : `${endpoint}${endpoint.includes('?') ? '&' : '?'}${query}`,
        headers: { ...headers },
        ...(body !== null && { body: bytesOf(body) }),
        retries: input.retries,
        retryOn: input.retryOn,
        ...(input.baseUrlOverride !== null && { baseUrl: input.baseUrlOverride }),
        forwardHeadersOnRedirect: input.forwardHeadersOnRedirect
    });
    return read(response, input);
}

const bytesOf = (body: string | Uint8Array) => (typeof body === 'string' ? body : Uint8Array.from(body));

/** They are of the bytes as they were sent. */
const ofTransfer = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

async function read(response: Response, { responseType }: HostRequest): Promise<HostResponse> {
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofTransfer.has(name)));
    const body = responseType === 'bytes' ? new Uint8Array(await response.arrayBuffer()) : await response.text();
    return { status: response.status, headers, body };
}
