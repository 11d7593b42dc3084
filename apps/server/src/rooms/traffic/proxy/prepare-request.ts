import { AppError, type ErrorCode } from '@patchbay/contracts';
import {
    interpolateUrl,
    interpolationValues,
    isMcp,
    type Provider,
    resolveTemplates,
    resolveHeaders,
    UnsafeValueError
} from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { canonicalHeader, OFFERED_ENCODINGS } from '../../../kernel/egress/egress.ts';
import type { ProxyCall } from './proxy-call.ts';
import { isIdempotentMethod } from './retry.ts';
import { hasParameter, isTrusted, overriddenBase, targetUrl, withoutParameters, withParameters } from './target-url.ts';
import { credentialNames, upstreamHeaders } from './upstream-headers.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/** The first request to the provider, with credentials. */
export interface PreparedRequest {
    url: string;
    headers: Record<string, string>;
    decompress: boolean;
    /** Whether a header follows a redirect to another origin: the caller's, never a credential. */
    keepsHeader(name: string, url: URL): boolean;
}

/** A key under which the provider does a write once, however often it is sent. */
export interface IdempotencyKey {
    headers: Record<string, string>;
    query: Record<string, string>;
}

/**
 * Builds the provider's request from its definition, the connection and the caller's request.
 * @throws {AppError} `unsupported_provider`, `missing_api_url`, `invalid_path`,
 * `base_url_override_not_allowed`, `invalid_credentials`
 */
export function prepareRequest(
    { config: settings }: Pick<Deps, 'config'>,
    call: ProxyCall,
    connection: UsableConnection,
    key: IdempotencyKey | undefined
): PreparedRequest {
    const { integration, credentials, config } = connection;
    const { provider, row } = integration;
    const { proxy } = provider;
    if (!proxy && call.baseUrlOverride === undefined) throw new AppError('unsupported_provider');
    const client = credentialNames(provider).namesClient && {
        client: { clientId: row.client_id ?? '', clientSecret: integration.secrets.clientSecret ?? '' }
    };
    const values = interpolationValues({ credentials, connectionConfig: config, sandboxUrl: settings.sandboxUrl, ...client });
    const own = proxy && rejectUnsafeValues('missing_api_url', () => interpolateUrl(proxy.base_url, values, provider.connection_config));
    const places = { hosts: proxy?.hosts ?? [], baseUrls: row.allowed_base_urls, privateHosts: settings.allowPrivateHosts };
    const base = call.baseUrlOverride === undefined ? own : overriddenBase(call.baseUrlOverride, own, places);
    if (base === undefined) throw new AppError('missing_api_url');
    const resolved = rejectUnsafeValues('invalid_credentials', () => resolveHeaders(proxy?.headers, values));
    const decompress = call.decompress ?? proxy?.decompress ?? false;
    const forwards = call.forwardHeadersOnRedirect ?? proxy?.forward_headers_on_redirect ?? false;
    return {
        url: targetUrl(base, withQuery(connection, pathOf(call, provider), { ...resolveTemplates(proxy?.query, values), ...key?.query })),
        headers: {
            'accept-encoding': decompress ? OFFERED_ENCODINGS : call.acceptEncoding,
            ...upstreamHeaders(provider, resolved, isMcp(provider) ? mcpHeadersOf(call) : call.headers),
            ...key?.headers
        },
        decompress,
        keepsHeader: (name, url) =>
            forwards &&
            Object.hasOwn(call.headers, name) &&
            !credentialNames(provider).headers.has(canonicalHeader(name)) &&
            isTrusted(url, own, places)
    };
}

/** It may respond with an object or a stream, and a client has to take both. */
function mcpHeadersOf({ headers, mcpHeaders: { accept = '', ...own } = {} }: ProxyCall): Record<string, string> {
    const both = 'application/json, text/event-stream';
    return { accept: accept.includes('text/event-stream') ? accept : both, ...own, ...headers };
}

/** An MCP server is one address: the slash that a path begins with is none of its own. */
function pathOf({ path }: Pick<ProxyCall, 'path'>, provider: Provider): string {
    return isMcp(provider) && (path === '/' || path.startsWith('/?')) ? path.slice(1) : path;
}

/** Credential parameters of the definition replace the caller's; others are defaults. */
function withQuery({ integration: { provider } }: UsableConnection, path: string, parameters: Readonly<Record<string, string>>): string {
    const { query: own } = credentialNames(provider);
    const added = Object.entries(parameters).filter(([name]) => own.has(name) || !hasParameter(path, name));
    return withParameters(withoutParameters(path, own), Object.fromEntries(added));
}

function rejectUnsafeValues<T>(code: ErrorCode, resolve: () => T): T {
    try {
        return resolve();
    } catch (error) {
        // It names the field, never the value.
        if (error instanceof UnsafeValueError) throw new AppError(code, { message: error.message });
        throw error;
    }
}

/**
 * Whether it may be done twice: by the caller's word, or because the provider deduplicates this
 * write, by the caller's idempotency key or by one that is generated for a call that may be
 * retried.
 */
export function idempotencyOf(
    { ids }: Pick<Deps, 'ids'>,
    { method, path, headers, readOnly, retries }: ProxyCall,
    { proxy }: Provider
): { isIdempotent: boolean; key?: IdempotencyKey } {
    if (readOnly) return { isIdempotent: true };
    const definition = proxy?.idempotency;
    if (!definition || retries === 0 || isIdempotentMethod(method)) return { isIdempotent: false };
    if (definition.header !== undefined) {
        const name = definition.header.toLowerCase();
        return headers[name] === undefined
            ? { isIdempotent: true, key: { headers: { [name]: ids.uuid() }, query: {} } }
            : { isIdempotent: true };
    }
    return hasParameter(path, definition.query)
        ? { isIdempotent: true }
        : { isIdempotent: true, key: { headers: {}, query: { [definition.query]: ids.uuid() } } };
}
