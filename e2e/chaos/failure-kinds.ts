/** What a failed refresh makes of a connection; `none`: it did not fail. */
export type FailureClass = 'none' | 'revoked' | 'transient' | 'configuration' | 'unknown';

export interface FailureKind {
    name: string;
    /** A fault of the sandbox. */
    action: unknown;
    /**
     * By RFC 6749 §5.2 and R-07: only the standard's error codes end a grant, never a provider's
     * outage.
     */
    is: FailureClass;
}

const json = { 'content-type': 'application/json' };
const page = { 'content-type': 'text/html; charset=utf-8' };
const status = (code: number, body: string | object = '', headers: Record<string, string> = {}) => ({
    type: 'status',
    code,
    body,
    headers
});

export const failureKinds: readonly FailureKind[] = [
    { name: '400, no body', action: status(400), is: 'unknown' },
    { name: '400 invalid_grant', action: status(400, { error: 'invalid_grant' }), is: 'revoked' },
    {
        name: '400 invalid_grant, in words',
        action: status(400, { error: 'invalid_grant', error_description: 'Token has been revoked.' }),
        is: 'revoked'
    },
    { name: '400 invalid_request', action: status(400, { error: 'invalid_request' }), is: 'unknown' },
    { name: '400 invalid_client', action: status(400, { error: 'invalid_client' }), is: 'configuration' },
    { name: '400 unauthorized_client', action: status(400, { error: 'unauthorized_client' }), is: 'configuration' },
    { name: '400 temporarily_unavailable', action: status(400, { error: 'temporarily_unavailable' }), is: 'transient' },
    { name: '400 server_error', action: status(400, { error: 'server_error' }), is: 'transient' },
    { name: '400, an unknown error code', action: status(400, { error: 'moon_phase' }), is: 'unknown' },
    { name: '401, no body', action: status(401), is: 'configuration' },
    { name: '401 invalid_client', action: status(401, { error: 'invalid_client' }), is: 'configuration' },
    { name: '401 invalid_grant', action: status(401, { error: 'invalid_grant' }), is: 'revoked' },
    { name: '403, no body', action: status(403), is: 'unknown' },
    { name: '403, a page', action: status(403, '<!doctype html><title>Forbidden</title>', page), is: 'transient' },
    { name: '404, no body', action: status(404), is: 'unknown' },
    { name: '408', action: status(408), is: 'transient' },
    { name: '409, no body', action: status(409), is: 'unknown' },
    { name: '429, Retry-After', action: status(429, '', { 'retry-after': '5' }), is: 'transient' },
    { name: '429 invalid_grant', action: status(429, { error: 'invalid_grant' }), is: 'transient' },
    { name: '500, no body', action: status(500), is: 'transient' },
    { name: '500 invalid_grant', action: status(500, { error: 'invalid_grant' }), is: 'transient' },
    { name: '502, a page', action: { type: 'garbage', code: 502 }, is: 'transient' },
    { name: '503, Retry-After', action: status(503, '', { 'retry-after': '5' }), is: 'transient' },
    { name: '504, no body', action: status(504), is: 'transient' },
    { name: '200, a page', action: { type: 'garbage', code: 200 }, is: 'transient' },
    { name: '200 and an error: invalid_grant', action: { type: 'token_error_200', error: 'invalid_grant' }, is: 'revoked' },
    {
        name: '200 and an error: temporarily_unavailable',
        action: { type: 'token_error_200', error: 'temporarily_unavailable' },
        is: 'transient'
    },
    { name: '200, empty', action: status(200), is: 'unknown' },
    { name: '200, not JSON', action: status(200, '{"access_token": ', json), is: 'unknown' },
    { name: '200, no access_token', action: status(200, { token_type: 'Bearer', expires_in: 3600 }), is: 'unknown' },
    { name: '200, access_token is null', action: status(200, { access_token: null, token_type: 'Bearer' }), is: 'unknown' },
    { name: '302 to elsewhere', action: { type: 'redirect', location: 'http://127.0.0.1:9/' }, is: 'unknown' },
    { name: '2 MB', action: { type: 'huge', bytes: 2_097_152 }, is: 'unknown' },
    { name: 'half a response', action: { type: 'truncate' }, is: 'transient' },
    { name: 'reset before', action: { type: 'reset' }, is: 'transient' },
    { name: 'reset after', action: { type: 'reset', after: true }, is: 'transient' },
    { name: 'a byte a second', action: { type: 'slow_drip', ms: 1000 }, is: 'transient' },
    { name: 'no response', action: 'hang', is: 'transient' },
    { name: 'called HTML, but a token', action: { type: 'wrong_content_type' }, is: 'none' },
    { name: 'a form, but a token', action: 'form_encoded_token', is: 'none' },
    { name: 'expires_in is text', action: 'expires_in_string', is: 'none' },
    { name: 'no refresh token in it', action: 'no_refresh_token', is: 'none' }
];
