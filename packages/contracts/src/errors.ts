import type { Issue } from './issue.ts';

/**
 * Every error the API answers: code → status and default message. Codes are public and permanent; messages may improve.
 * The codes and statuses are the reference service's wherever it has one.
 */
export const errorCatalog = {
    invalid_body: { status: 400, message: 'The body does not match the documented shape.' },
    invalid_query_params: { status: 400, message: 'The query parameters do not match the documented shape.' },
    invalid_uri_params: { status: 400, message: 'A part of the path does not match the documented shape.' },
    invalid_headers: { status: 400, message: 'A header does not match the documented shape.' },
    invalid_json: { status: 400, message: 'The body is not valid JSON in UTF-8.' },
    invalid_content_type: { status: 415, message: 'Content-Type header must be application/json' },
    unsupported_content_encoding: {
        status: 415,
        message: 'Compressed request bodies are not accepted. Send the body without Content-Encoding.'
    },
    request_too_large: { status: 413, message: 'The body is too large.' },
    request_timeout: { status: 408, message: 'The request was not received in time.' },

    missing_auth_header: { status: 401, message: 'Authentication failed. The request is missing the Authorization header.' },
    malformed_auth_header: { status: 401, message: 'Authentication failed. The Authorization header must read `Bearer <key>`.' },
    invalid_secret_key_format: {
        status: 401,
        message: 'Authentication failed. The provided secret key is not in the format pb_sk_<environment>_….'
    },
    unknown_account: { status: 401, message: 'Authentication failed. The provided authorization header does not match any account.' },
    invalid_connect_session_token_format: {
        status: 401,
        message: 'Authentication failed. The provided connect session token is not in the format pb_cs_….'
    },
    unknown_connect_session_token: {
        status: 401,
        message: 'Authentication failed. The connect session token is unknown, expired or deleted.'
    },
    missing_public_key: { status: 401, message: 'Authentication failed. The request is missing the parameter connect_session_token.' },
    invalid_public_key: { status: 401, message: 'Authentication failed. The public key is not one. Use a connect session token instead.' },
    deprecated_authentication: {
        status: 401,
        message: 'Authentication failed. Public keys are not accepted. Mint a connect session in your backend and use its token.'
    },
    forbidden: { status: 403, message: 'This key is not allowed to do that.' },
    origin_not_allowed: { status: 403, message: 'This page is not among the origins that the session may be opened from.' },

    not_found: { status: 404, message: 'There is nothing at this address.' },
    method_not_allowed: { status: 405, message: 'This address has no such method.' },
    endpoint_removed: { status: 410, message: 'This endpoint was removed.' },
    too_many_request: { status: 429, message: 'Too many requests. Wait for the time in Retry-After, then go on.' },

    unknown_provider_config: { status: 400, message: 'The integration does not exist.' },
    unknown_connection: { status: 404, message: 'The connection does not exist.' },
    unknown_attempt: { status: 404, message: 'The attempt does not exist or belongs to another session.' },
    integration_not_allowed: { status: 400, message: 'The session does not allow this integration.' },
    invalid_connection: { status: 400, message: 'The connection to renew no longer exists.' },
    invalid_auth_mode: { status: 400, message: 'This integration connects in another way.' },
    connection_test_failed: { status: 400, message: 'The provider refused these credentials.' },
    connection_validation_failed: { status: 400, message: 'What was connected cannot be used.' },
    client_credentials_fetch_error: { status: 400, message: 'The provider gave no token for these client credentials.' },
    resource_capped: { status: 400, message: 'No more connections are allowed.' },
    missing_client_id: { status: 400, message: 'client_id is missing.' },
    missing_client_secret: { status: 400, message: 'client_secret is missing.' },
    missing_provider_config: { status: 400, message: 'provider_config_key is missing.' },
    missing_access_token: { status: 400, message: 'access_token is missing.' },
    missing_api_key: { status: 400, message: 'api_key is missing.' },
    missing_basic_username: { status: 400, message: 'username is missing.' },
    missing_expires_at: { status: 400, message: 'expires_at is missing. Give expires_at or expires_in, or no_expiration: true.' },
    invalid_expires_at: { status: 400, message: 'expires_at is not a date.' },
    integration_disabled: {
        status: 400,
        message: 'This integration is switched off. Switch it on again: PATCH /integrations/:id with {"enabled": true}.'
    },
    invalid_credentials: { status: 400, message: 'The credentials of this connection do not work any more.' },
    connection_refresh_backoff: {
        status: 424,
        message: 'The provider has just failed to renew the credentials. They are tried again after the time in Retry-After.'
    },
    connection_refresh_exhausted: {
        status: 424,
        message: 'The provider does not renew the credentials. The end user has to connect again.'
    },
    missing_api_url: { status: 400, message: 'The connection lacks a value that the address of the API is made of.' },
    unsupported_provider: { status: 400, message: 'This provider has no API address. Give one in the header Base-Url-Override.' },
    unsupported_pagination: {
        status: 400,
        message: 'How this provider pages is not known. Leave the header Patchbay-Paginate out and follow the pages yourself.'
    },
    base_url_override_not_allowed: {
        status: 400,
        message: 'Base-Url-Override leads to a host that is not the provider’s. Add the address to allowed_base_urls of the integration.'
    },
    invalid_path: { status: 400, message: 'The path leads out of the API of the provider.' },
    destination_not_allowed: { status: 400, message: 'This address may not be called from here.' },
    provider_rate_limited: {
        status: 429,
        message:
            'The rate limit of the provider is used up, and the wait for it would be too long. Try again after the time in Retry-After.'
    },
    provider_unavailable: {
        status: 503,
        message: 'The provider has failed again and again, so it is left alone for a moment. Try again after the time in Retry-After.'
    },
    provider_unreachable: { status: 502, message: 'The provider cannot be reached.' },
    provider_timeout: { status: 504, message: 'The provider did not answer in time.' },
    provider_answer_unusable: { status: 502, message: 'The answer of the provider cannot be used.' },
    not_confirmed: {
        status: 409,
        message: 'This connection was made by a share link and waits for your confirmation: POST /connections/:connection_id/confirm.'
    },
    end_user_mismatch: {
        status: 409,
        message: 'The share link was for another end user. What was connected has been deleted.'
    },
    conflict: { status: 409, message: 'Another request got there first. Read the current state and decide again.' },
    idempotency_conflict: { status: 409, message: 'The first request with this Idempotency-Key is still at work. Try again in a moment.' },
    idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used with another body. Use a new key for a new request.' },

    credential_unreadable: { status: 503, message: 'The stored credentials could not be opened. The operator has been told.' },
    overloaded: { status: 503, message: 'This server has as much to do as it can take. Try again after the time in Retry-After.' },
    dependency_unavailable: { status: 503, message: 'The database does not answer right now. Try again shortly.' },
    server_error: { status: 500, message: 'Something went wrong on our side.' }
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalog;

export type { Issue };

/** A failure the caller can act on. Thrown anywhere in the server; `error-response.ts` alone turns it into HTTP. */
export class AppError extends Error {
    override readonly name = 'AppError';
    readonly code: ErrorCode;
    /** Where the wire has several statuses for one code; else the catalogue's, or the endpoint's. */
    readonly status: number | undefined;
    /** Seconds until another try makes sense, for the header `Retry-After`. */
    readonly retryAfterS: number | undefined;
    readonly errors: Issue[] | undefined;
    readonly payload: Record<string, unknown> | undefined;
    constructor(
        code: ErrorCode,
        options: {
            message?: string;
            status?: number;
            retryAfterS?: number;
            errors?: Issue[];
            payload?: Record<string, unknown>;
            cause?: unknown;
        } = {}
    ) {
        super(options.message ?? errorCatalog[code].message, options.cause === undefined ? undefined : { cause: options.cause });
        this.code = code;
        this.status = options.status;
        this.retryAfterS = options.retryAfterS;
        this.errors = options.errors;
        this.payload = options.payload;
    }
}

/** A reference in the body that a schema cannot check: an integration that does not exist, a rule over several fields. */
export function invalidBody(path: readonly (string | number)[], message: string): AppError {
    return new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: path.map(String) }] });
}
