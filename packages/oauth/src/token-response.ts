import { z } from 'zod';
import { utcTime } from './utc-time.ts';

export interface Token {
    accessToken: string;
    refreshToken?: string;
    expiresAt?: Date;
    /** When the refresh token ends unless it is used before, where the provider states it. */
    refreshExpiresAt?: Date;
    /** When the grant ends however often it is renewed, where the provider states it. */
    grantEndsAt?: Date;
    /** The granted scopes, when the provider lists them. */
    scopes?: string[];
    /** The provider's whole response, without characters that PostgreSQL cannot store. Secret. */
    raw: Record<string, unknown>;
}

/**
 * `refused`: the code, grant or user's rights, so the end user starts again. `misconfigured`:
 * client id, secret, redirect URI or scopes, so the OAuth app's owner must act. `transient`: retry
 * later. `malformed`: not a token response.
 */
export type TokenResponse =
    | { ok: true; token: Token }
    | { ok: false; kind: 'refused' | 'misconfigured' | 'transient' | 'malformed'; error?: string; description?: string };

/** Token responses are a few kilobytes; the caller reads no more than this from the network. */
const MAX_CHARACTERS = 1024 * 1024;

// Request Timeout, Too Early, Too Many Requests.
const transientStatuses = new Set([408, 425, 429]);

const transientErrors = new Set([
    'temporarily_unavailable',
    'server_error',
    'slow_down',
    // Slack: https://docs.slack.dev/reference/methods/oauth.v2.access#errors
    'ratelimited',
    'service_unavailable',
    'internal_error',
    'fatal_error'
]);

const misconfiguredErrors = new Set([
    'invalid_client',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
    'redirect_uri_mismatch',
    // GitHub:
    // https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
    'incorrect_client_credentials',
    // Slack: https://docs.slack.dev/reference/methods/oauth.v2.access#errors
    'bad_client_secret',
    'invalid_client_id',
    'bad_redirect_uri'
]);

const text = z.string().min(1).optional().catch(undefined);

/**
 * Errors by the standard, as a nested object (Google), a message alone (HubSpot), `ok: false`
 * (Slack).
 */
const failureShape = z.object({
    error: z
        .union([z.string(), z.looseObject({ code: text, type: text, status: text, message: text })])
        .optional()
        .catch(undefined),
    error_description: text,
    message: text,
    // HubSpot's error code: https://developers.hubspot.com/docs/api-reference/error-handling
    status: z
        .string()
        .regex(/^[A-Z]+(?:_[A-Z]+)+$/)
        .optional()
        .catch(undefined),
    ok: z.boolean().optional().catch(undefined),
    success: z.boolean().optional().catch(undefined)
});

const duration = z
    .union([
        z.number(),
        z
            .string()
            .regex(/^\d{1,15}(\.\d+)?$/)
            .transform(Number)
    ])
    .optional()
    .catch(undefined);

const successShape = z.object({
    // Goes into a header as it is: RFC 6749 appendix A.12.
    access_token: z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/),
    refresh_token: text,
    expires_in: duration,
    // No standard has it. LinkedIn, Shopify and others; Intuit; Keycloak and Exact. All in seconds.
    refresh_token_expires_in: duration,
    x_refresh_token_expires_in: duration,
    refresh_expires_in: duration,
    // Intuit, where its header asks for it:
    // https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/faq
    x_refresh_token_hard_expires_in: duration,
    token_type: z.unknown().optional(),
    expires_at: z.union([z.number(), z.string()]).optional().catch(undefined),
    scope: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .catch(undefined)
});

/**
 * Reads a token endpoint's response: JSON or form-encoded, errors with status 200, numbers as
 * strings, scopes by spaces or commas. RFC 6749 §5.1–5.2.
 * @param response.body as text, at most 1 MiB; more is malformed. Vendors mislabel the content
 * type, so it is ignored.
 * @param options.now when the request was sent, so that `expiresAt` is never too late
 * @param options.expiresInUnit unit of `expires_in`, default seconds
 * @param options.tokenTypes values of `token_type` for bearer tokens, besides RFC 6750's own
 * @param options.refreshExpiry whether the refresh token's expiry moves with each renewal (default)
 * @param options.normalise the provider's `tokenFromAnswer`; `raw` stays what the provider sent. An
 * `error` in it refuses the response
 * @returns never throws; `error` and `description` are the provider's words, of any length, and may
 * contain what was sent
 */
export function readTokenResponse(
    response: { status: number; body: string },
    options: {
        now: Date;
        expiresInUnit?: 'seconds' | 'milliseconds' | undefined;
        tokenTypes?: readonly string[] | undefined;
        refreshExpiry?: 'rolling' | 'hard' | undefined;
        normalise?: ((raw: Readonly<Record<string, unknown>>) => Record<string, unknown>) | undefined;
    }
): TokenResponse {
    const raw = response.body.length > MAX_CHARACTERS ? undefined : parseBody(response.body);
    const failure = readFailure(response.status, raw, isWebPage(response.body));
    if (failure) return failure;
    if (!raw) return { ok: false, kind: 'malformed' };

    const shaped = options.normalise ? normalised(raw, options.normalise) : raw;
    const refusal = options.normalise && shaped && readFailure(response.status, shaped, false);
    if (refusal) return refusal;
    const parsed = successShape.safeParse(shaped);
    if (!parsed.success) return { ok: false, kind: 'malformed' };
    const { access_token: accessToken, refresh_token: refreshToken, scope, token_type: type } = parsed.data;
    if (!isBearer(type, options.tokenTypes)) return unusable(type);
    const expiresAt = expiry(parsed.data, options.now, options.expiresInUnit);
    const refreshExpiresIn =
        parsed.data.refresh_token_expires_in ?? parsed.data.x_refresh_token_expires_in ?? parsed.data.refresh_expires_in;
    const refreshExpiresAt = expiry({ expires_in: refreshExpiresIn }, options.now);
    const hardEnd = expiry({ expires_in: parsed.data.x_refresh_token_hard_expires_in }, options.now);
    const grantEndsAt = hardEnd ?? (options.refreshExpiry === 'hard' ? refreshExpiresAt : undefined);
    const scopes = scope === undefined ? undefined : scopeList(scope);
    return {
        ok: true,
        token: {
            accessToken,
            ...(refreshToken !== undefined && { refreshToken }),
            ...(expiresAt && { expiresAt }),
            ...(refreshExpiresAt && { refreshExpiresAt }),
            ...(grantEndsAt && { grantEndsAt }),
            ...(scopes && { scopes }),
            raw
        }
    };
}

/** RFC 6749 §7.1: an unknown token type must not be used. Some vendors leave the type out. */
function isBearer(type: unknown, others: readonly string[] = []): boolean {
    if (type === undefined || type === null) return true;
    return typeof type === 'string' && (/^bearer(?:[ _-]?token)?$/i.test(type.trim()) || others.includes(type));
}

function unusable(type: unknown): TokenResponse {
    const name = typeof type === 'string' ? type : JSON.stringify(type);
    const description = `The token is of the type "${name}", and only bearer tokens can be used.`;
    return { ok: false, kind: 'misconfigured', error: 'unsupported_token_type', description };
}

function readFailure(status: number, raw: Record<string, unknown> | undefined, isPage: boolean): TokenResponse | undefined {
    const said = failureShape.parse(raw ?? {});
    const isSuccess = status >= 200 && status < 300;
    const { error, description } = wordsOf(isSuccess ? { ...said, status: undefined } : said);
    const words = { ...(error && { error }), ...(description && { description }) };
    if (isSuccess && !isPage && !error && said.ok !== false && said.success !== false) return undefined;

    // An HTML page comes from what is in front of the provider: maintenance, a firewall, a captive
    // portal.
    if (isPage || transientStatuses.has(status) || status >= 500 || transientErrors.has(error ?? ''))
        return { ok: false, kind: 'transient', ...words };
    if (misconfiguredErrors.has(error ?? '') || /redirect[ _]?ur[il]/i.test(description ?? ''))
        return { ok: false, kind: 'misconfigured', ...words };
    // RFC 6749 §5.2: 401 is about the client, whatever the body says or leaves out.
    if (status === 401 && !error) return { ok: false, kind: 'misconfigured', ...words };
    if (!raw || status < 200 || (status >= 300 && status < 400)) return { ok: false, kind: 'malformed' };
    return { ok: false, kind: error || description ? 'refused' : 'malformed', ...words };
}

function isWebPage(body: string): boolean {
    return /^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(body.slice(0, 1000));
}

function wordsOf(said: z.infer<typeof failureShape>): { error: string | undefined; description: string | undefined } {
    const { error } = said;
    if (error === undefined || typeof error === 'string') {
        return { error: error || said.status, description: said.error_description ?? said.message };
    }
    return {
        error: error.type ?? error.status ?? error.code ?? 'error',
        description: error.message ?? said.error_description ?? said.message
    };
}

function parseBody(body: string): Record<string, unknown> | undefined {
    const content = body.replace(/^\uFEFF/, '').trim();
    if (content.startsWith('{')) return parseJson(content);
    // GitHub and others answer form-encoded unless asked otherwise.
    return /^[\w.~-]+=/.test(content) ? parseForm(content) : undefined;
}

function parseJson(content: string): Record<string, unknown> | undefined {
    try {
        return z.record(z.string(), z.unknown()).safeParse(JSON.parse(content, harmless)).data;
    } catch {
        // Not JSON, or nested so deeply that walking it overflows the stack.
        return undefined;
    }
}

/** `__proto__` never gets further than this, at any depth. */
function harmless(key: string, value: unknown): unknown {
    if (key === '__proto__') return undefined;
    return typeof value === 'string' ? storable(value) : value;
}

function parseForm(content: string): Record<string, unknown> | undefined {
    const pairs = [...new URLSearchParams(content)].filter(([name]) => name !== '__proto__');
    const names = new Set(pairs.map(([name]) => name));
    // A repeated parameter leaves open which one is meant.
    return names.size === pairs.length ? Object.fromEntries(pairs.map(([name, value]) => [name, storable(value)])) : undefined;
}

/** PostgreSQL stores neither NUL nor lone surrogates in text: such a token could not be saved. */
function storable(value: string): string {
    return value.replaceAll('\0', '').toWellFormed();
}

function normalised(
    raw: Record<string, unknown>,
    normalise: (raw: Readonly<Record<string, unknown>>) => Record<string, unknown>
): Record<string, unknown> | undefined {
    try {
        return normalise(raw);
    } catch {
        return undefined;
    }
}

function expiry(
    said: { expires_in?: number | undefined; expires_at?: number | string | undefined },
    now: Date,
    unit: 'seconds' | 'milliseconds' = 'seconds'
): Date | undefined {
    const millisecondsPerUnit = unit === 'seconds' ? 1000 : 1;
    if (said.expires_in !== undefined) {
        // Zero and below are some vendors' "never".
        if (!(said.expires_in > 0)) return undefined;
        return validDate(now.getTime() + said.expires_in * millisecondsPerUnit);
    }
    if (said.expires_at === undefined) return undefined;
    // An expiry in the past is a wrong unit or clock, as the token is new.
    const end = validDate(epochOf(said.expires_at));
    return end && end > now ? end : undefined;
}

/**
 * Epoch seconds; milliseconds where seconds would be after the year 5000; or a date, by default
 * UTC.
 */
function epochOf(at: number | string): number {
    if (typeof at === 'number' || /^\d+(?:\.\d+)?$/.test(at)) return Number(at) * (Number(at) >= 1e11 ? 1 : 1000);
    return utcTime(at);
}

/** The database's `timestamptz` ends where four-digit years do. */
const LAST_DATE_MS = Date.parse('9999-12-31T23:59:59Z');

function validDate(milliseconds: number): Date | undefined {
    return milliseconds > 0 && milliseconds <= LAST_DATE_MS ? new Date(milliseconds) : undefined;
}

function scopeList(scope: string | string[]): string[] | undefined {
    const scopes = (Array.isArray(scope) ? scope : scope.split(/[\s,]+/)).filter((one) => one !== '');
    return scopes.length > 0 ? [...new Set(scopes)] : undefined;
}
