import { AppError } from '@patchbay/contracts';
import { trimTrailingSlashes } from '@patchbay/providers';
import { isAllowedHost, isListedHost } from '../../../kernel/egress/egress.ts';

/** Where credentials of a connection may go besides the provider's base address. */
export interface TrustedPlaces {
    /** Hosts of the provider, as its definition lists them. */
    hosts: readonly string[];
    /** Base addresses that the integration's owner has allowed. */
    baseUrls: readonly string[];
    /** `host:port` entries of the operator. */
    privateHosts: readonly string[];
}

/**
 * The address of a request to a provider. What the caller wrote stays as it is, byte for byte.
 * @param base without a trailing slash
 * @param received path and query; the path may hold the absolute base address again
 * @throws {AppError} `invalid_path` for what would leave the base
 */
export function targetUrl(base: string, received: string): string {
    const questionMark = received.indexOf('?');
    const path = withoutBase(questionMark === -1 ? received : received.slice(0, questionMark), base);
    const query = questionMark === -1 ? '' : received.slice(questionMark);
    // A request has no fragment (RFC 9112 §3.2); servers read what follows `#` differently.
    if (/[^\x21-\xff]|#/.test(received) || (path !== '' && !path.startsWith('/')) || path.includes('\\') || hasDotSegment(path))
        throw new AppError('invalid_path');
    const isOriginAlone = path === '' && /^https?:\/\/[^/]*$/.test(base);
    return `${base}${isOriginAlone ? '/' : path}${query}`;
}

function withoutBase(path: string, base: string): string {
    return path.startsWith(`/${base}`) ? path.slice(base.length + 1) : path;
}

/** Also encoded, after an encoded slash, or with a path parameter: some servers resolve them. */
function hasDotSegment(path: string): boolean {
    if (!/\.|%2e/i.test(path)) return false;
    const decoded = path
        .replaceAll(/%2e/gi, '.')
        .replaceAll(/%2f|%5c/gi, '/')
        .replaceAll(/%3b/gi, ';');
    return /(?:^|\/)\.\.?(?:[/;]|$)/.test(decoded);
}

/**
 * The caller's base address instead of the provider's, without a trailing slash.
 * @throws {AppError} `base_url_override_not_allowed` unless it is trusted with the credentials
 */
export function overriddenBase(override: string, base: string | undefined, places: TrustedPlaces): string {
    const url = new URL(override);
    const isPlain = `${url.username}${url.password}${url.search}${url.hash}` === '' && !hasDotSegment(url.pathname);
    if (!isPlain || !isTrusted(url, base, places)) throw new AppError('base_url_override_not_allowed');
    return trimTrailingSlashes(url.href);
}

/** Whether a URL is of the provider, the integration's allow-list or the operator's. */
export function isTrusted(url: URL, base: string | undefined, { hosts, baseUrls, privateHosts }: TrustedPlaces): boolean {
    return (
        isAllowedHost(url, base === undefined ? hosts : [new URL(base).host, ...hosts]) ||
        baseUrls.some((allowed) => isBelow(url, new URL(allowed))) ||
        isListedHost(url, privateHosts)
    );
}

function isBelow(url: URL, base: URL): boolean {
    return url.origin === base.origin && `${url.pathname}/`.startsWith(`${trimTrailingSlashes(base.pathname)}/`);
}

/** Removes query parameters. @param received path and query @param names decoded */
export function withoutParameters(received: string, names: ReadonlySet<string>): string {
    const questionMark = received.indexOf('?');
    if (questionMark === -1 || names.size === 0) return received;
    const kept = received
        .slice(questionMark + 1)
        .split('&')
        .filter((part) => !names.has(nameOf(part)))
        .join('&');
    return received.slice(0, questionMark) + (kept === '' ? '' : `?${kept}`);
}

/** @param parameters added to the query, encoded */
export function withParameters(received: string, parameters: Readonly<Record<string, string>>): string {
    const added = new URLSearchParams(parameters).toString();
    return added === '' ? received : `${received}${received.includes('?') ? '&' : '?'}${added}`;
}

export function hasParameter(received: string, name: string): boolean {
    const questionMark = received.indexOf('?');
    return (
        questionMark !== -1 &&
        received
            .slice(questionMark + 1)
            .split('&')
            .some((part) => nameOf(part) === name)
    );
}

function nameOf(part: string): string {
    const [name] = new URLSearchParams(part).keys();
    return name ?? '';
}
