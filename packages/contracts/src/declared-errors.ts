import type { EndpointShape } from './endpoint.ts';
import { type CatalogEntry, errorCatalog, type ErrorCode } from './error-catalog.ts';

/** Codes that any endpoint may respond with. */
const always: ErrorCode[] = ['invalid_query_params', 'too_many_request', 'server_error'];

/** By where the credential is. */
const credentialErrors: Record<'header' | 'query' | 'body', ErrorCode[]> = {
    header: ['missing_auth_header', 'malformed_auth_header'],
    query: ['missing_public_key', 'invalid_public_key', 'deprecated_authentication'],
    body: ['missing_auth_header']
};

const bodyErrors: ErrorCode[] = [
    'invalid_body',
    'invalid_json',
    'invalid_content_type',
    'unsupported_content_encoding',
    'request_too_large',
    'request_timeout'
];

const catalogue: Readonly<Record<string, CatalogEntry>> = errorCatalog;

/** Codes of an endpoint beyond its shape: those of the catalogue's `at` and of its contract. */
export function namedErrors({ id, errors = {} }: EndpointShape): NonNullable<EndpointShape['errors']> {
    const own = Object.entries(catalogue).flatMap(([code, { at }]) => (at === id ? [[code, true] as const] : []));
    return { ...Object.fromEntries(own), ...errors };
}

/**
 * Every error code that an endpoint may respond with, and its status there: first those that follow
 * from its shape, then those that it names.
 * @param deprecation of the path, where it is an alias
 */
export function declaredErrors(endpoint: EndpointShape, deprecation = endpoint.deprecation): { code: ErrorCode; status: number }[] {
    const { auth, body, credentialIn, headers, method, page, params, streams } = endpoint;
    const errors = namedErrors(endpoint);
    const codes = [...always];
    if (!endpoint.probe) codes.push('overloaded');
    if (auth.length > 0) codes.push(...credentialErrors[credentialIn ?? 'header'], 'dependency_unavailable');
    if (auth.includes('secret_key') || auth.includes('account_key'))
        codes.push('invalid_secret_key_format', 'unknown_account', 'forbidden', 'invalid_cli_version');
    if (auth.includes('connect_session')) codes.push('invalid_connect_session_token_format', 'unknown_connect_session_token');
    if (auth.includes('dashboard_session'))
        codes.push('sign_in_required', 'signed_in_as_another', 'forbidden', 'not_found', 'unknown_environment');
    // Concurrent writes to one row.
    if (auth.length > 0 && method !== 'GET' && !streams) codes.push('conflict');
    if (params) codes.push('invalid_uri_params');
    if (headers) codes.push('invalid_headers');
    // A body that the contract does not have is refused.
    if (body || (!page && !streams)) codes.push(...bodyErrors);
    if (deprecation) codes.push('endpoint_removed');
    // Object.keys of a record of codes gives codes, which TypeScript types as string.
    codes.push(...(Object.keys(errors) as ErrorCode[]));
    return [...new Set(codes)].flatMap((code) => statusesOf(errors, code).map((status) => ({ code, status })));
}

/** The statuses of a code at an endpoint, the usual one first. */
export function statusesOf(errors: EndpointShape['errors'], code: ErrorCode): readonly [number, ...number[]] {
    const own = errors?.[code];
    const [first = errorCatalog[code].status, ...others] = typeof own === 'object' ? own : typeof own === 'number' ? [own] : [];
    return [first, ...others];
}
