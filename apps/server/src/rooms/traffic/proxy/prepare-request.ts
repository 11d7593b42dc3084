import { AppError, type ErrorCode } from '@patchbay/contracts';
import { interpolateUrl, interpolationValues, resolveAll, resolveHeaders, UnsafeValueError } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { canonicalHeader, OFFERED_ENCODINGS } from '../../../kernel/egress/egress.ts';
import type { ProxyCall } from './forward.ts';
import { hasParameter, isTrusted, overriddenBase, targetUrl, withoutParameters, withParameters } from './target-url.ts';
import { credentialNames, upstreamHeaders } from './upstream-headers.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/** What goes to the provider first, credentials included. */
export interface PreparedRequest {
    url: string;
    headers: Record<string, string>;
    decompress: boolean;
    /** Whether this header follows a redirect to another origin: one of the caller's, never a credential. */
    keepsHeader(name: string, url: URL): boolean;
}

/** A key under which the provider does a write once, however often it is sent. */
export interface IdempotencyKey {
    headers: Record<string, string>;
    query: Record<string, string>;
}

/**
 * Fills the provider's definition from a connection, and puts the caller's request into it.
 * @throws {AppError} `unsupported_provider`, `missing_api_url`, `invalid_path`, `base_url_override_not_allowed`, `invalid_credentials`
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
    const own = proxy && refusing('missing_api_url', () => interpolateUrl(proxy.base_url, values, provider.connection_config));
    const places = { hosts: proxy?.hosts ?? [], baseUrls: row.allowed_base_urls, privateHosts: settings.allowPrivateHosts };
    const base = call.baseUrlOverride === undefined ? own : overriddenBase(call.baseUrlOverride, own, places);
    if (base === undefined) throw new AppError('missing_api_url');
    const resolved = refusing('invalid_credentials', () => resolveHeaders(proxy?.headers, values));
    const decompress = call.decompress ?? proxy?.decompress ?? false;
    const forwards = call.forwardHeadersOnRedirect ?? proxy?.forward_headers_on_redirect ?? false;
    return {
        url: targetUrl(base, withQuery(connection, call.path, { ...resolveAll(proxy?.query, values), ...key?.query })),
        headers: {
            'accept-encoding': decompress ? OFFERED_ENCODINGS : call.acceptEncoding,
            ...upstreamHeaders(provider, resolved, call.headers),
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

/** The caller's query with the definition's parameters: those made of credentials replace the caller's, the others only fill in. */
function withQuery({ integration: { provider } }: UsableConnection, path: string, parameters: Readonly<Record<string, string>>): string {
    const { query: own } = credentialNames(provider);
    const added = Object.entries(parameters).filter(([name]) => own.has(name) || !hasParameter(path, name));
    return withParameters(withoutParameters(path, own), Object.fromEntries(added));
}

function refusing<T>(code: ErrorCode, resolve: () => T): T {
    try {
        return resolve();
    } catch (error) {
        // It names the field, never the value.
        if (error instanceof UnsafeValueError) throw new AppError(code, { message: error.message });
        throw error;
    }
}
