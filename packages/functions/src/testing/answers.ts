import type { ProxyConfig } from '../context.ts';
import type { HostRequest, HostResponse } from '../host.ts';
import { isObject } from '../json.ts';
import { plain } from '../plain.ts';
import { queryOf } from '../proxy.ts';
import { type Exchange, fromBody, toBody, urlOf } from './recording.ts';

/** A handwritten response. What it does not say of its request can be anything. */
export interface Answer {
    method?: HostRequest['method'];
    /** Below the provider's address, or a whole URL. */
    endpoint: string;
    /** All parameters that the request has to have. */
    params?: ProxyConfig['params'];
    /** The body that the request has to have. */
    data?: unknown;
    /** Default 200. */
    status?: number;
    headers?: Readonly<Record<string, string>>;
    /** Bytes and strings as they are, anything else as JSON. */
    body?: unknown;
}

interface Expected {
    method: HostRequest['method'] | undefined;
    path: string;
    /** Sorted; undefined for any. */
    query: string | undefined;
    body: string | undefined;
    respond(request: HostRequest): HostResponse;
    uses: number;
}

/** Responds to requests, each with the next response that is for it. */
export class Answers {
    /** Requests that there was no response for, in words. */
    readonly missing: string[] = [];
    readonly #expected: Expected[];

    constructor(answers: readonly Answer[], exchanges: readonly Exchange[]) {
        this.#expected = [...answers.map(fromAnswer), ...exchanges.map(fromExchange)];
    }

    /** @returns undefined where there is none */
    respond(request: HostRequest): HostResponse | undefined {
        const asked = askedBy(request);
        const fitting = this.#expected.filter((each) => fits(each, asked));
        // What is only read may be read again.
        const found = fitting.find(({ uses }) => uses === 0) ?? (request.method === 'GET' ? fitting.at(-1) : undefined);
        if (!found) {
            this.missing.push(this.#describeMissing(asked, fitting.length));
            return undefined;
        }
        found.uses += 1;
        return found.respond(request);
    }

    #describeMissing(asked: Asked, used: number): string {
        const name = nameOf(asked);
        if (used > 0) return `${name} was sent ${used + 1} times, and has ${used === 1 ? 'one response' : `${used} responses`}.`;
        const nearest = this.#expected
            .map((each) => ({ each, distance: distanceOf(each, asked) }))
            .toSorted((a, b) => a.distance - b.distance)
            .slice(0, NEAREST)
            .map(({ each }) => `  ${nameOf(each)}`);
        const there =
            nearest.length === 0 ? 'There are no responses at all.' : `The nearest that have one:\n${[...new Set(nearest)].join('\n')}`;
        return `${name} has no response. ${there}`;
    }
}

const NEAREST = 3;

interface Asked {
    method: HostRequest['method'];
    path: string;
    query: string;
    body: string;
}

function askedBy(request: HostRequest): Asked {
    const { path, query } = split(urlOf(request));
    return { method: request.method, path, query, body: bodyKey(request.body) };
}

/** In the order of names: what comes first does not matter. */
function split(url: string): { path: string; query: string } {
    const at = url.indexOf('?');
    if (at === -1) return { path: url, query: '' };
    const params = new URLSearchParams(url.slice(at + 1));
    params.sort();
    return { path: url.slice(0, at), query: params.toString() };
}

const bodyKey = (body: string | Uint8Array | null) => (body === null ? '' : JSON.stringify(sorted(toBody(body))));

function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted);
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)])
    );
}

function fromAnswer({ method, endpoint, params, data, status = 200, headers = {}, body }: Answer): Expected {
    const given = queryOf(params);
    const isWhole = /^https?:\/\//i.test(endpoint) || endpoint.startsWith('/');
    const { path, query } = split(`${isWhole ? '' : '/'}${endpoint}${given === '' ? '' : `${endpoint.includes('?') ? '&' : '?'}${given}`}`);
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const content = isRaw ? toBody(body) : { json: plain(body) };
    const type: Record<string, string> = isRaw ? {} : { 'content-type': 'application/json' };
    return {
        method,
        path,
        query: params === undefined && !endpoint.includes('?') ? undefined : query,
        body:
            data === undefined ? undefined : bodyKey(typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data)),
        respond: ({ responseType }) => ({
            status,
            headers: { ...type, ...lowerNames(headers) },
            body: typeof body === 'string' && responseType === 'text' ? body : body === undefined ? '' : fromBody(content, responseType)
        }),
        uses: 0
    };
}

const lowerNames = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function fromExchange({ request, response }: Exchange): Expected {
    return {
        method: request.method,
        ...split(request.url),
        body: request.body === null ? '' : JSON.stringify(sorted(request.body)),
        respond: ({ responseType }) => ({
            status: response.status,
            headers: lowerNames(response.headers),
            body: fromBody(response.body, responseType)
        }),
        uses: 0
    };
}

function fits({ method, path, query, body }: Expected, asked: Asked): boolean {
    return (
        (method === undefined || method === asked.method) &&
        path === asked.path &&
        (query === undefined || query === asked.query) &&
        (body === undefined || body === asked.body)
    );
}

const BODY_SHOWN = 200;

function nameOf({ method, path, query, body }: Expected | Asked): string {
    const name = `${method ?? 'any method'} ${path}${query ? `?${query}` : ''}`;
    return body ? `${name} with ${body.length > BODY_SHOWN ? `${body.slice(0, BODY_SHOWN)}…` : body}` : name;
}

/** How far apart they are: paths weigh more than methods, and these than the rest. */
function distanceOf({ method, path, query, body }: Expected, asked: Asked): number {
    const [parts, others] = [path.split('/'), asked.path.split('/')];
    const same = parts.filter((part, index) => part === others[index]).length;
    const ofPath = 1 - same / Math.max(parts.length, others.length);
    const ofMethod = method === undefined || method === asked.method ? 0 : 1;
    const ofQuery = query === undefined ? 0 : distanceOfParams(query, asked.query);
    return ofPath * 100 + ofMethod * 10 + ofQuery + (body === undefined || body === asked.body ? 0 : 1);
}

function distanceOfParams(query: string, asked: string): number {
    const [some, others] = [query.split('&'), asked.split('&')];
    const same = some.filter((each) => others.includes(each)).length;
    return 1 - same / (some.length + others.length - same);
}
