import type { EndpointShape } from './endpoint.ts';
import { errorCatalog, type ErrorCode } from './errors.ts';

/** Codes that any endpoint may answer, beside the ones it names. */
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

/** Every error code that an endpoint may answer, with its status there: those that follow from its shape, then those that it names. */
export function declaredErrors(endpoint: EndpointShape): { code: ErrorCode; status: number }[] {
    const { auth, body, credentialIn, deprecation, errors = {}, headers, params } = endpoint;
    const codes = [...always];
    if (auth.length > 0) codes.push(...credentialErrors[credentialIn ?? 'header'], 'dependency_unavailable');
    if (auth.includes('secret_key')) codes.push('invalid_secret_key_format', 'unknown_account', 'forbidden');
    if (auth.includes('connect_session')) codes.push('invalid_connect_session_token_format', 'unknown_connect_session_token');
    if (params) codes.push('invalid_uri_params');
    if (headers) codes.push('invalid_headers');
    if (body) codes.push(...bodyErrors);
    if (deprecation) codes.push('endpoint_removed');
    // Object.keys of a record of codes gives codes, which TypeScript types as string.
    codes.push(...(Object.keys(errors) as ErrorCode[]));
    return [...new Set(codes)].map((code) => {
        const own = errors[code];
        return { code, status: typeof own === 'number' ? own : errorCatalog[code].status };
    });
}
