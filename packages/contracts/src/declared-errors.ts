import type { EndpointShape } from './endpoint.ts';
import { errorCatalog, type ErrorCode } from './errors.ts';

/** Codes that any endpoint may answer, beside the ones it names. */
const always: ErrorCode[] = ['invalid_query_params', 'too_many_request', 'server_error'];

/** Every error code that an endpoint may answer, with its status there: those that follow from its shape, then those that it names. */
export function declaredErrors(endpoint: EndpointShape): { code: ErrorCode; status: number }[] {
    const { auth, body, credentialIn, errors = {}, params } = endpoint;
    const codes = [...always];
    if (auth.length > 0) codes.push(credentialIn === 'query' ? 'missing_public_key' : 'missing_auth_header');
    if (auth.includes('secret_key')) codes.push('unknown_account', 'forbidden');
    if (auth.includes('connect_session')) codes.push('unknown_connect_session_token');
    if (params) codes.push('invalid_uri_params');
    if (body) codes.push('invalid_body', 'invalid_json', 'invalid_content_type', 'request_too_large');
    // Object.keys of a record of codes gives codes, which TypeScript types as string.
    codes.push(...(Object.keys(errors) as ErrorCode[]));
    return [...new Set(codes)].map((code) => {
        const own = errors[code];
        return { code, status: typeof own === 'number' ? own : errorCatalog[code].status };
    });
}
