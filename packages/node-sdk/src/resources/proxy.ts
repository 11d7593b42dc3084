import { readError } from '@patchbay/api-client';
import { ApiError, UnreachableError } from '@patchbay/api-client/errors';
import type { ConnectionKey } from './connections.ts';
import { linesOf } from '../lines-of.ts';

type QueryValue = string | number | boolean;

export interface ProxyRequest {
    /** Default `GET`. */
    method?: string;
    /** Onto the provider's base address, for example `/v3/contacts`; a query in it is kept. */
    path: string;
    /**
     * Added to the query in `path`: a list repeats the name, what is `undefined` is left out.
     * Absent: nothing.
     */
    query?: Record<string, QueryValue | readonly QueryValue[] | undefined>;
    /** For the provider. Credentials are added by the server. Absent: none of your own. */
    headers?: Record<string, string>;
    /** Sent as it is; a stream is sent on piece by piece. Absent: `json`, or no body. */
    body?: NonNullable<RequestInit['body']>;
    /** Sent as JSON, instead of `body`. */
    json?: unknown;
    /** How often to try again, 0 to 10. Default 0. What is not safe to repeat is not repeated. */
    retries?: number;
    /**
     * More statuses to retry. For POST and PATCH you confirm by it that repeating them is safe.
     * Absent: none.
     */
    retryOn?: readonly number[];
    /**
     * Another base address of the provider, or one of the integration's `allowed_base_urls`.
     * Absent: the provider's own.
     */
    baseUrl?: string;
    /** Keep `headers` on a redirect to another host of the provider. Default false. */
    forwardHeadersOnRedirect?: boolean;
    /** Time until the response begins, in milliseconds. Default 150,000; its body has no limit. */
    timeoutMs?: number;
    /** Gives the request up, and the body of its response. Absent: only `timeoutMs` does. */
    signal?: AbortSignal;
}

interface ProxySettings {
    baseUrl: string;
    token: string;
    fetch?: typeof fetch;
}

const DEFAULT_TIMEOUT_MS = 150_000;

/** Requests to the provider's own API, with a connection's credentials. */
export class Proxy {
    readonly #settings: ProxySettings;
    constructor(settings: ProxySettings) {
        this.#settings = settings;
    }

    /**
     * Sends a request to the provider as a connection. The server renews the credentials before
     * they expire, and once more when the provider refuses them.
     * @param key the connection to use; one from `connections.list` will do.
     * @param request `path` is required; the method is `GET` by default.
     * @returns the provider's response, whatever its status: check `ok`. Its body is a stream that
     * must be read or cancelled.
     * @throws {ApiError} Patchbay could not send it: `unknown_provider_config`,
     * `connection_refresh_exhausted` (the end user has to reconnect), `provider_rate_limited`,
     * `provider_unreachable` …
     * @throws {UnreachableError} no response of the Patchbay server.
     * @see ANY /proxy/*
     * @example
     * const response = await patchbay.proxy.request(connection, {
     *     path: '/v3/contacts',
     *     query: { limit: 10 }
     * });
     * const contacts = await response.json();
     */
    request(key: ConnectionKey, request: ProxyRequest): Promise<Response> {
        return this.#send(key, request, {});
    }

    /**
     * All items of a list, from all its pages, for providers whose pagination Patchbay knows. A
     * page is requested when the items of the last one have been taken.
     * @param key the connection to use; one from `connections.list` will do.
     * @param request as for `request`; of the first page.
     * @returns the items, one by one, as the provider sends them.
     * @throws {ApiError} as `request`, and `unsupported_pagination`; also when the provider refuses
     * the first page, with its status and `provider_refused`.
     * @throws {UnreachableError} the list was cut off.
     * @example
     * const contacts = patchbay.proxy.items<{ id: string }>(connection, { path: '/v3/contacts' });
     * for await (const contact of contacts) use(contact);
     */
    async *items<Item = unknown>(key: ConnectionKey, request: ProxyRequest): AsyncGenerator<Item, void, undefined> {
        const response = await this.#send(key, request, { 'patchbay-paginate': 'true', accept: 'application/x-ndjson' });
        if (!response.ok) {
            await response.body?.cancel();
            throw new ApiError(response.status, {
                code: 'provider_refused',
                message: `The provider responded with ${response.status} to the first page.`
            });
        }
        // The provider's items: the caller names their type.
        for await (const line of linesOf(response, 'The list broke off in the middle.')) if (line !== '') yield JSON.parse(line) as Item;
    }

    async #send(key: ConnectionKey, request: ProxyRequest, own: Record<string, string>): Promise<Response> {
        const { baseUrl, token, fetch: send = (input, init) => fetch(input, init) } = this.#settings;
        const headers = new Headers({
            ...own,
            authorization: `Bearer ${token}`,
            'provider-config-key': key.provider_config_key,
            'connection-id': key.connection_id
        });
        for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(`patchbay-proxy-${name}`, value);
        if (request.retries !== undefined) headers.set('retries', String(request.retries));
        if (request.retryOn?.length) headers.set('retry-on', request.retryOn.join(','));
        if (request.baseUrl !== undefined) headers.set('base-url-override', request.baseUrl);
        if (request.forwardHeadersOnRedirect) headers.set('forward-headers-on-redirect', 'true');
        const { body = request.json === undefined ? undefined : JSON.stringify(request.json) } = request;
        if (request.json !== undefined) headers.set('content-type', 'application/json');

        const patience = new AbortController();
        const { timeoutMs = DEFAULT_TIMEOUT_MS } = request;
        const timer = setTimeout(() => patience.abort(), timeoutMs);
        const signal = request.signal ? AbortSignal.any([request.signal, patience.signal]) : patience.signal;
        const init = { method: request.method ?? 'GET', headers, signal, redirect: 'manual' as const };
        let response: Response;
        try {
            // `duplex` is what fetch asks for with a stream.
            const withBody = body === undefined ? init : { ...init, body, duplex: 'half' as const };
            response = await send(`${baseUrl.replace(/\/+$/, '')}/proxy${pathOf(request)}`, withBody);
        } catch (cause) {
            if (request.signal?.aborted) throw cause;
            throw new UnreachableError(patience.signal.aborted ? `No response within ${timeoutMs} ms.` : 'The server did not respond.', {
                cause
            });
        } finally {
            clearTimeout(timer);
        }
        // The header marks responses of the server itself.
        if (!response.headers.has('patchbay-error')) return response;
        throw readError(response, await response.json().catch(() => undefined));
    }
}

function pathOf({ path, query = {} }: ProxyRequest): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
    }
    const text = search.toString();
    const whole = path.startsWith('/') ? path : `/${path}`;
    return text === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${text}`;
}
