import type { CallInput, EndpointShape, RouteOf, SuccessOut } from '@patchbay/contracts/browser';
import { linkedAbortController } from './linked-abort-controller.ts';
import { UnreachableError } from './api-error.ts';
import { readError } from './read-error.ts';

export interface CallOptions {
    signal?: AbortSignal;
    /** Time for this call, in milliseconds, instead of that of `CallSettings`. */
    timeoutMs?: number;
    /** Makes repeating the call safe: the server answers a repeated key with the first response. */
    idempotencyKey?: string;
    /** Sent instead of JSON, piece by piece. */
    stream?: { contentType: string; body: ReadableStream<Uint8Array> };
    /** Gets the headers of a response without an error. */
    onHeaders?: (headers: Headers) => void;
}

/**
 * Calls an endpoint of the API.
 * @throws {ApiError} the server responded with an error.
 * @throws {UnreachableError} no response, or one that is not JSON.
 */
export interface Call {
    <E extends EndpointShape>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<SuccessOut<E>>;
    <E extends EndpointShape>(route: RouteOf<E>, input: CallInput<E>, options?: CallOptions): Promise<SuccessOut<E>>;
}

export interface CallSettings {
    baseUrl: string;
    /** Secret key or session token, or a function that gives the current one. */
    token?: string | (() => string | undefined);
    /** Time for one call, in milliseconds. Default 30 seconds. */
    timeoutMs?: number;
    headers?: Record<string, string>;
    fetch?: typeof fetch;
}

interface LooseInput {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    body?: unknown;
}

/**
 * @param settings.baseUrl the API's public address, such as `http://localhost:3003`; its path is
 * kept
 */
export function createCall(settings: CallSettings): Call {
    const send = settings.fetch ?? ((input, init) => fetch(input, init));
    const base = settings.baseUrl.replace(/\/+$/, '');

    async function call(route: { method: string; path: string }, input: LooseInput = {}, options: CallOptions = {}): Promise<unknown> {
        const token = typeof settings.token === 'function' ? settings.token() : settings.token;
        const headers = new Headers(settings.headers);
        for (const [name, value] of Object.entries(input.headers ?? {})) if (value !== undefined) headers.set(name, asText(value));
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
        if (input.body !== undefined) headers.set('content-type', 'application/json');
        if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
        const limit = linkedAbortController(options.signal, options.timeoutMs ?? settings.timeoutMs ?? 30_000);
        const request: RequestInit = {
            method: route.method,
            headers,
            signal: limit.signal,
            redirect: 'error'
        };
        if (input.body !== undefined) request.body = JSON.stringify(input.body);
        if (options.stream) {
            headers.set('content-type', options.stream.contentType);
            // fetch asks for `duplex` with a stream; the types of the DOM do not have it.
            Object.assign(request, { body: options.stream.body, duplex: 'half' });
        }

        let response: Response;
        let text: string;
        try {
            response = await send(base + fillPath(route.path, input.params) + queryText(input.query), request);
            text = await response.text();
        } catch (cause) {
            if (options.signal?.aborted) throw cause;
            throw new UnreachableError('The server did not respond.', { cause });
        } finally {
            limit.abort();
        }
        const body = text === '' ? undefined : parse(text, response.status);
        if (response.ok) {
            options.onHeaders?.(response.headers);
            return body;
        }
        throw readError(response, body);
    }
    // The server has parsed its response with the contract's schema.
    return call as Call;
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
    return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name] ?? '')));
}

function queryText(query: Record<string, unknown> = {}): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value === undefined) continue;
        if (Array.isArray(value)) for (const item of value) search.append(name, asText(item));
        else if (typeof value === 'object' && value !== null)
            for (const [key, item] of Object.entries(value)) search.append(`${name}[${key}]`, asText(item));
        else search.append(name, asText(value));
    }
    const text = search.toString();
    return text === '' ? '' : `?${text}`;
}

/** Numbers and booleans read the same in JSON and in a query. */
function asText(value: unknown): string {
    return typeof value === 'string' ? value : JSON.stringify(value);
}

function parse(text: string, status: number): unknown {
    try {
        return JSON.parse(text);
    } catch (cause) {
        throw new UnreachableError(`The response (status ${status}) is not JSON. Is the address that of a Patchbay server?`, { cause });
    }
}
