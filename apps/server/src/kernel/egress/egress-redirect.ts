import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { discard } from './egress-body.ts';
import { EgressError } from './egress-error.ts';
import type { EgressStreamRequest, EgressStreamResponse } from './egress-message.ts';

export type EgressMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** One request on the wire; a call that follows redirects is a chain of them. */
export type Hop = Pick<EgressStreamRequest, 'url' | 'method' | 'headers' | 'body'>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'user-agent', 'content-type']);

/** @returns where a response points to, if it is a redirect */
export function redirectLocation(status: number, headers: Readonly<Record<string, string | string[]>>): string | undefined {
    const { location } = headers;
    return REDIRECTS.has(status) && typeof location === 'string' ? location : undefined;
}

/**
 * Sends a request and what redirects make of it. A redirect that would need a body which can be
 * sent only once, or take one to another origin, is not followed: it is the response.
 * @param options.keepsHeader further headers that may go along to a new origin
 * @throws {EgressError} `too_many_redirects`, or as `nextHop`
 */
export async function followRedirects<Response extends EgressStreamResponse>(
    first: Hop,
    send: (hop: Hop) => Promise<Response>,
    options: { maxRedirects: number; keepsHeader?: (name: string, url: URL) => boolean }
): Promise<{ response: Response; hop: Hop }> {
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
        const response = await send(hop);
        const location = redirectLocation(response.status, response.headers);
        if (location === undefined || !canFollow(hop, response.status, location)) return { response, hop };
        discard(response.body);
        if (redirects === options.maxRedirects)
            throw new EgressError('too_many_redirects', `${new URL(hop.url).host}: more than ${options.maxRedirects} redirects`);
        hop = nextHop(hop, response.status, location, options.keepsHeader);
    }
}

function canFollow({ url, method, body }: Hop, status: number, location: string): boolean {
    if (body === undefined || becomesGet(status, method)) return true;
    return !(body instanceof Readable) && URL.parse(location, url)?.origin === new URL(url).origin;
}

/** Whether a GET without a body follows (RFC 9110 §15.4; 301 and 302 by the custom of POST). */
function becomesGet(status: number, method: string): boolean {
    return (status === 303 && method !== 'GET' && method !== 'HEAD') || (status < 303 && method === 'POST');
}

/**
 * The request that follows a redirect. A new origin gets no headers but those of `keeps`: they are
 * for the host that the caller named (RFC 9700 §4.12 for token requests).
 * @throws {EgressError} `bad_url`, or `destination_not_allowed` for a downgrade to http
 */
function nextHop(hop: Hop, status: number, location: string, keeps: (name: string, url: URL) => boolean = () => false): Hop {
    const from = new URL(hop.url);
    const url = parseHttpUrl(location, from);
    if (from.protocol === 'https:' && url.protocol === 'http:')
        throw new EgressError('destination_not_allowed', `${from.host}: it redirects from https to http`);
    const asGet = becomesGet(status, hop.method);
    const headers = Object.entries(hop.headers)
        .filter(([name]) => url.origin === from.origin || CROSS_ORIGIN_HEADERS.has(name) || keeps(name, url))
        .filter(([name]) => !asGet || !name.startsWith('content-'));
    return {
        url: withoutFragment(url),
        method: asGet ? 'GET' : hop.method,
        headers: Object.fromEntries(headers),
        body: asGet ? undefined : hop.body
    };
}

/** A fragment is not part of a request (RFC 9112 §3.2). */
export function withoutFragment({ origin, pathname, search }: URL): string {
    return origin + pathname + search;
}

/**
 * Parsed once by WHATWG's rules, so that what is checked is what is dialled.
 * @throws {EgressError} `bad_url`, never quoting the text
 */
export function parseHttpUrl(text: string, base?: URL): URL {
    const url = URL.parse(text, base?.href);
    if (url === null) throw new EgressError('bad_url', 'The address is not a valid URL');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
        throw new EgressError('bad_url', 'Only http and https addresses can be called');
    if (url.username !== '' || url.password !== '')
        throw new EgressError('bad_url', `${url.host}: a URL must not carry a user name or password`);
    // example.com. is the same host as example.com but would not match a rule for it.
    if (url.hostname.endsWith('.')) throw new EgressError('bad_url', `${url.host}: the host name must not end in a dot`);
    return url;
}

/**
 * @param allowedHosts `host[:port]` for that host, `.suffix[:port]` for any name below it, in ASCII
 * (punycode); without a port the scheme's default.
 */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
    const ownPort = url.protocol === 'https:' ? 443 : 80;
    const host = `${url.hostname}:${url.port || ownPort}`;
    const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
    return allowedHosts.some((entry) => {
        const rule = (/:\d+$/.test(entry) ? entry : `${entry}:${ownPort}`).toLowerCase();
        return rule.startsWith('.') ? !isAddress && host.endsWith(rule) && host.length > rule.length : host === rule;
    });
}
