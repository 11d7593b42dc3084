import { AppError, type HealthCause } from '@patchbay/contracts';
import type { AuthFailure, ConnectionRow } from '@patchbay/db';
import { isInstalled, type Provider } from '@patchbay/providers';
import { credentialTraits, registersClients } from '../connection-store/credential-traits.ts';
import { type Integration, nameOf } from '../../platform/integrations/open-integration.ts';
import { installationErrors } from '../provider-calls/credential-types/app-calls.ts';
import { isAddressRefused, type TokenRefusal } from '../provider-calls/request-token.ts';

/** A failed refresh or check of credentials, classified. */
export interface RefreshError {
    kind: AuthFailure['kind'];
    /** The same for the connection's health. */
    cause: HealthCause;
    /** For the admin: what happened, and what to do. */
    message: string;
    /** A token may have been issued and lost: retried soon, while the old one may be valid. */
    isAmbiguous: boolean;
    retryAfterMs?: number | undefined;
    /** Instead of `message`, when retries are exhausted. */
    lastMessage?: string;
    /** The token's time ran out, and nothing can renew it. */
    hasExpired?: true;
}

export const refusedOnce = 'refused_once' satisfies HealthCause;

/** Whether a provider has refused credentials that are checked again before they are broken. */
export function isRefusedOnce({ auth_state: state, auth_failure: failure }: Pick<ConnectionRow, 'auth_state' | 'auth_failure'>): boolean {
    return state === 'failing' && failure?.cause === refusedOnce;
}

/** Codes that need a new consent: RFC 6749 §5.2; OpenID Connect Core §3.1.2.6; of apps; AWS STS. */
const permanentErrors = [
    'invalid_grant',
    'interaction_required',
    'login_required',
    'consent_required',
    'AccessDenied',
    ...Object.values<string>(installationErrors)
];
/** Refusals of the client, which for client credentials is the end user's. RFC 6749 and vendors. */
const clientErrors = [
    'invalid_client',
    'unauthorized_client',
    'incorrect_client_credentials',
    'bad_client_secret',
    'invalid_client_id',
    // OAuth 1.0a: https://oauth.pbworks.com/w/page/12904261/ProblemReporting
    'consumer_key_unknown',
    'consumer_key_rejected',
    'consumer_key_refused',
    'signature_invalid',
    'signature_method_rejected'
];

/** `unresolved`: the connection lacks values of the token URL. */
export function classifyRefreshError(refusal: TokenRefusal | { kind: 'unresolved' }, integration: Integration): RefreshError {
    const { provider } = integration;
    const name = nameOf(integration);
    if (refusal.kind === 'unresolved')
        return configurationError(
            `The token URL of ${name} cannot be built from the configuration of this connection. Ask the end user to connect again.`,
            'address_unusable'
        );
    if (refusal.kind === 'unanswered') {
        if (isAddressRefused(refusal.code))
            return configurationError(
                `Calls to the token URL of ${name} are not allowed. Check the configuration of the connection.`,
                'address_unusable'
            );
        if (refusal.code === 'too_large') return unknownError(name, 'a response that is too large', true);
        const what = refusal.code === 'timeout' ? 'did not respond in time' : 'could not be reached';
        return {
            kind: 'transient',
            cause: 'provider_unavailable',
            message: `${name} ${what}. Patchbay will retry automatically.`,
            isAmbiguous: true
        };
    }
    const { error = '', description, status, retryAfterMs } = refusal;
    const words = [error, description].filter(Boolean).join(': ');
    const said = words === '' ? ` (status ${status})` : ` (${words})`;
    const { typedSecret, hasOwnCodes, appSecrets = 'the settings' } = credentialTraits(provider);
    const permanent = [...permanentErrors, ...(refreshOf(provider)?.permanent_errors ?? [])];
    if (refusal.kind === 'transient')
        return {
            kind: 'transient',
            cause: 'provider_unavailable',
            message: `${name} is down or busy${said}. Patchbay will retry automatically.`,
            isAmbiguous: false,
            retryAfterMs
        };
    // A client that was registered for this connection ends with it.
    const hasLostClient = registersClients(provider) && isClientRefused(refusal);
    if (
        permanent.includes(error) ||
        hasLostClient ||
        (typedSecret && (isClientRefused(refusal) || (hasOwnCodes && refusal.kind !== 'malformed')))
    )
        return {
            kind: 'revoked',
            cause: typedSecret ? 'credentials_refused' : 'access_revoked',
            message: typedSecret
                ? `${name} no longer accepts the ${typedSecret} of this connection${said}. Ask the end user to connect again.`
                : `${name} has ended the access${said}. Ask the end user to connect again.`,
            isAmbiguous: false
        };
    if (error === 'unsupported_token_type')
        return configurationError(`${name} issued a token of an unsupported type${said}. Set the OAuth app up for bearer tokens.`);
    if (refusal.kind === 'misconfigured')
        return configurationError(
            `${name} refused the ${isInstalled(provider) ? 'app' : 'OAuth app'}${said}. Check ${appSecrets} of the integration.`
        );
    return unknownError(name, `an unexpected response${said}`, refusal.kind === 'malformed' && status < 300);
}

/** A refresh with older credentials could revoke the grant (refresh token reuse detection). */
export const olderThanSeen = configurationError(
    'The database shows older credentials of this connection than this server has seen, so nothing is renewed with them. Restore the newest database; if it is gone, follow "Restoring a backup" in docs/credentials.md, or ask the end user to connect again.',
    'database_outdated'
);

/** Whether the client was refused, for every grant. 401 without a code is (RFC 6749 §5.2). */
export function isClientRefused(refusal: TokenRefusal | { kind: 'unresolved' }): boolean {
    return refusal.kind === 'misconfigured' && (refusal.error === undefined || clientErrors.includes(refusal.error));
}

function refreshOf(provider: Provider) {
    return 'refresh' in provider ? provider.refresh : undefined;
}

export function configurationError(message: string, cause: HealthCause = 'app_refused'): RefreshError {
    return { kind: 'configuration', cause, message, isAmbiguous: false };
}

function unknownError(name: string, what: string, isAmbiguous: boolean): RefreshError {
    return {
        kind: 'unknown',
        cause: 'response_unexpected',
        message: `${name} sent ${what}. Patchbay will retry automatically. If this goes on, ask the end user to connect again.`,
        isAmbiguous,
        lastMessage: `${name} has not sent a usable response for days; the last was ${what}. Ask the end user to connect again.`
    };
}

const initialWaitMs = 30_000;
/** As long as the old token may still be taken, in a grace period after a rotation. */
const initialAmbiguousWaitMs = 5000;
const maxWaitMs = 3_600_000;
/** A provider that asks for more is asked sooner, or a day of it would let idle grants end. */
const maxRetryAfterMs = 6 * 3_600_000;
const maxUnknownFailureDays = 4;

export interface FailedState {
    state: 'failing' | 'broken';
    failure: AuthFailure;
    /** An event has to be recorded for it. */
    mustReport: boolean;
}

/**
 * The state after a failure. Transient failures are not reported and never break a connection.
 * @param random from 0 to 1: spreads the retries of many connections
 * @param retryBy where it is still to come, a retry does not wait for longer
 */
export function stateAfterFailure(
    before: { state: string; failure: AuthFailure | null },
    refreshError: RefreshError,
    now: Date,
    random: number,
    retryBy?: Date
): FailedState {
    const previous = before.failure;
    const today = now.toISOString().slice(0, 10);
    const oddDays = [...new Set([...(previous?.odd_days ?? []), ...(refreshError.kind === 'unknown' ? [today] : [])])];
    const isExhausted = oddDays.length >= maxUnknownFailureDays && refreshError.kind === 'unknown';
    const isBroken = refreshError.kind === 'revoked' || isExhausted;
    // Asked again by force: that the provider is down now does not make the grant whole.
    if (previous && before.state === 'broken' && !isBroken)
        return { state: 'broken', failure: { ...previous, at: now.toISOString(), tries: previous.tries + 1 }, mustReport: false };
    const tries = (previous?.tries ?? 0) + 1;
    const told = previous?.event_id ?? null;
    const brokenAt = before.state === 'broken' ? previous?.broken_at : now.toISOString();
    const isNews = told === null || (isBroken && before.state !== 'broken');
    return {
        state: isBroken ? 'broken' : 'failing',
        failure: {
            kind: refreshError.kind,
            cause: isExhausted ? 'responses_unusable' : refreshError.cause,
            message: (isExhausted && refreshError.lastMessage) || refreshError.message,
            since: previous?.since ?? now.toISOString(),
            at: now.toISOString(),
            tries,
            odd_days: oddDays,
            retry_at: isBroken ? null : retryTime(now, waitMs(refreshError, tries, random), retryBy).toISOString(),
            event_id: told,
            ...(isBroken && brokenAt !== undefined && { broken_at: brokenAt }),
            ...(refreshError.hasExpired && { has_expired: true })
        },
        mustReport: refreshError.kind !== 'transient' && isNews
    };
}

function retryTime(now: Date, afterMs: number, retryBy: Date | undefined): Date {
    const wanted = now.getTime() + afterMs;
    return new Date(retryBy && retryBy > now ? Math.min(wanted, retryBy.getTime()) : wanted);
}

/** @param tries failures in a row @param random from 0 to 1 */
export function waitMs(refreshError: RefreshError, tries: number, random: number): number {
    const first = refreshError.isAmbiguous ? initialAmbiguousWaitMs : initialWaitMs;
    const doubled = Math.min(first * 2 ** Math.min(tries - 1, 20) * (1 + random / 4), maxWaitMs);
    return Math.max(doubled, Math.min(refreshError.retryAfterMs ?? 0, maxRetryAfterMs));
}

const leaseHeldTooLong = {
    kind: 'transient',
    message: 'Another server has been renewing the credentials for too long. Try again in a moment.'
} as const;

/** The credentials have expired and could not be refreshed. Routes map it to their own errors. */
export class CredentialsUnavailableError extends Error {
    override readonly name = 'CredentialsUnavailableError';
    readonly kind: AuthFailure['kind'];
    /** `failed`: just now; `backoff`: too early to retry; `exhausted`: no automatic retry. */
    readonly reason: 'failed' | 'backoff' | 'exhausted';
    readonly retryAfterS: number | undefined;
    /** @param failure as it is stored now @param said what just happened, where it is not that */
    constructor(
        reason: CredentialsUnavailableError['reason'],
        failure: AuthFailure | null,
        now: Date,
        said?: Pick<RefreshError, 'kind' | 'message'>
    ) {
        const { kind, message } = said ?? failure ?? leaseHeldTooLong;
        super(message);
        this.reason = reason;
        this.kind = kind;
        const retryAt = failure?.retry_at;
        this.retryAfterS = retryAt ? Math.max(1, Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000)) : undefined;
    }

    /** 400 where the end user has to reconnect; 424 for a failed dependency. */
    get status(): 400 | 424 {
        return this.kind === 'revoked' ? 400 : 424;
    }
}

/** The proxy's error. */
export function toProxyCredentialsError(failure: CredentialsUnavailableError): AppError {
    const { reason, message, status, retryAfterS } = failure;
    const wait = retryAfterS === undefined ? {} : { retryAfterS };
    if (reason === 'exhausted') return new AppError('connection_refresh_exhausted', { message });
    if (reason === 'backoff') return new AppError('connection_refresh_backoff', { message, ...wait });
    return new AppError('server_error', {
        status,
        message: `Failed to get connection credentials: '${message}'`,
        ...wait,
        cause: failure
    });
}
