import { isIP } from 'node:net';
import { EgressError } from './egress-error.ts';

export type EgressMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** One request on the wire; a call that follows redirects is a chain of them. */
export interface Hop {
    url: URL;
    method: string;
    headers: Record<string, string>;
    body: string | Uint8Array | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const CROSS_ORIGIN_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'user-agent', 'content-type']);

/** @returns where an answer points to, if it is a redirect */
export function redirectLocation(status: number, headers: Readonly<Record<string, string | string[]>>): string | undefined {
    const { location } = headers;
    return REDIRECTS.has(status) && typeof location === 'string' ? location : undefined;
}

/** Whether the request that follows a redirect is a GET without a body (RFC 9110 §15.4; 301 and 302 by the custom of POST). */
export function becomesGet(status: number, method: string): boolean {
    return (status === 303 && method !== 'GET' && method !== 'HEAD') || (status < 303 && method === 'POST');
}

/**
 * The request that follows a redirect. A new origin gets none of the caller's headers and never a body: both are for the host the caller
 * named (RFC 9700 §4.12 for token requests).
 * @param keeps further headers that may go along to a new origin
 * @throws {EgressError} `bad_url`, or `destination_not_allowed` for a downgrade to http or a body that would change hosts
 */
export function nextHop(hop: Hop, status: number, location: string, keeps: (name: string, url: URL) => boolean = () => false): Hop {
    const url = parseHttpUrl(location, hop.url);
    const refuse = (reason: string) => new EgressError('destination_not_allowed', `${hop.url.host}: ${reason}`);
    if (hop.url.protocol === 'https:' && url.protocol === 'http:') throw refuse('it redirects from https to http');

    const asGet = becomesGet(status, hop.method);
    const body = asGet ? undefined : hop.body;
    const changesOrigin = url.origin !== hop.url.origin;
    if (changesOrigin && body !== undefined) throw refuse('it redirects a request with a body to another origin');

    const headers = Object.entries(hop.headers)
        .filter(([name]) => !changesOrigin || CROSS_ORIGIN_HEADERS.has(name) || keeps(name, url))
        .filter(([name]) => !asGet || !name.startsWith('content-'));
    return { url, method: asGet ? 'GET' : hop.method, headers: Object.fromEntries(headers), body };
}

/** Parses once with WHATWG rules, so that what is checked is what is dialled. @throws {EgressError} `bad_url`, never quoting the text */
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
 * @param allowedHosts `host[:port]` for exactly that host, `.suffix[:port]` for any name below it; no port means the scheme's own.
 * Names in ASCII (punycode), as a URL prints them.
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
