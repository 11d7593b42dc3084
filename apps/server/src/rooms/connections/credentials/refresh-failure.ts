import { AppError } from '@patchbay/contracts';
import type { AuthFailure } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import { isOurFault, type TokenRefusal } from '../provider-calls/request-token.ts';

/** A failed refresh or check of credentials, classified. */
export interface RefreshError {
    kind: AuthFailure['kind'];
    /** For the admin: what happened, and what to do. */
    message: string;
    /** A token may have been issued and lost: retried soon, while the old one may still be valid. */
    isAmbiguous: boolean;
    retryAfterMs?: number | undefined;
    /** Instead of `message`, when this has gone on for so long that it is not asked again. */
    lastMessage?: string;
}

/** Codes that need a new consent: RFC 6749 §5.2; OpenID Connect Core §3.1.2.6. */
const permanentErrors = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required'];
/** Of the client, which for client credentials is what the end user typed. After RFC 6749's, GitHub's and Slack's names. */
const clientErrors = ['invalid_client', 'unauthorized_client', 'incorrect_client_credentials', 'bad_client_secret', 'invalid_client_id'];

/** `unresolved`: the connection lacks what the address is made of. */
export function classifyRefreshError(refusal: TokenRefusal | { kind: 'unresolved' }, provider: Provider): RefreshError {
    const name = provider.display_name;
    if (refusal.kind === 'unresolved')
        return configuration(
            `The token address of ${name} cannot be made from the configuration of this connection. Ask the end user to connect again.`
        );
    if (refusal.kind === 'unanswered') {
        if (isOurFault(refusal.code))
            return configuration(`The token address of ${name} may not be called from here. Check the configuration of the connection.`);
        if (refusal.code === 'too_large') return unknown(name, 'a response that is too large', true);
        const what = refusal.code === 'timeout' ? 'did not respond in time' : 'could not be reached';
        return { kind: 'transient', message: `${name} ${what}. Patchbay will retry automatically.`, isAmbiguous: true };
    }
    const { error = '', description, status, retryAfterMs } = refusal;
    const words = [error, description].filter(Boolean).join(': ');
    const said = words === '' ? ` (status ${status})` : ` (${words})`;
    const isOwnClient = provider.auth_mode === 'OAUTH2_CC';
    const permanent = [...permanentErrors, ...(refreshOf(provider)?.permanent_errors ?? [])];
    if (refusal.kind === 'transient')
        return {
            kind: 'transient',
            message: `${name} is down or busy${said}. Patchbay will retry automatically.`,
            isAmbiguous: false,
            retryAfterMs
        };
    if (permanent.includes(error) || (isOwnClient && isClientRefused(refusal)))
        return {
            kind: 'revoked',
            message: isOwnClient
                ? `${name} no longer accepts the client ID and secret of this connection${said}. Ask the end user to connect again.`
                : `${name} has ended the access${said}. Ask the end user to connect again.`,
            isAmbiguous: false
        };
    if (error === 'unsupported_token_type')
        return configuration(`${name} gave a token that cannot be used${said}. Set the OAuth app up for bearer tokens.`);
    if (refusal.kind === 'misconfigured')
        return configuration(
            `${name} refused the OAuth app${said}. Check the client ID, the client secret and the scopes of the integration.`
        );
    return unknown(name, `a response that makes no sense${said}`, refusal.kind === 'malformed' && status < 300);
}

/** A refresh with older credentials could revoke the grant (refresh token reuse detection). */
export const olderThanSeen = configuration(
    'The database shows older credentials of this connection than this server has seen, so nothing is renewed with them. Bring the newest database back; if it is gone, follow "Restoring a backup" in docs/credentials.md, or ask the end user to connect again.'
);

/** Whether the refusal is about the client: it would be the same for every grant. 401 without a word is (RFC 6749 §5.2). */
export function isClientRefused(refusal: TokenRefusal | { kind: 'unresolved' }): boolean {
    return refusal.kind === 'misconfigured' && (refusal.error === undefined || clientErrors.includes(refusal.error));
}

function refreshOf(provider: Provider) {
    return 'refresh' in provider ? provider.refresh : undefined;
}

export function configuration(message: string): RefreshError {
    return { kind: 'configuration', message, isAmbiguous: false };
}

function unknown(name: string, what: string, isAmbiguous: boolean): RefreshError {
    return {
        kind: 'unknown',
        message: `${name} gave ${what}. Patchbay will retry automatically. If this goes on, ask the end user to connect again.`,
        isAmbiguous,
        lastMessage: `${name} has not given a usable answer for days, at last ${what}. Ask the end user to connect again.`
    };
}

const firstWaitMs = 30_000;
/** As long as the old token may still be taken, in a grace period after a rotation. */
const firstAmbiguousWaitMs = 5000;
const longestWaitMs = 3_600_000;
/** A provider that asks for more is asked sooner, or a day of it would let idle grants end. */
const longestRetryAfterMs = 6 * 3_600_000;
const oddDaysBeforeGivingUp = 4;

export interface FailedState {
    state: 'failing' | 'broken';
    failure: AuthFailure;
    /** An event has to be recorded for it. */
    mustReport: boolean;
}

/**
 * What a failure makes of a connection. Transient ones are never told and never break it: the provider's trouble is not the customer's.
 * @param random from 0 to 1: spreads the tries of many connections
 */
export function afterFailure(
    before: { state: string; failure: AuthFailure | null },
    refreshError: RefreshError,
    now: Date,
    random: number
): FailedState {
    const previous = before.failure;
    const today = now.toISOString().slice(0, 10);
    const oddDays = [...new Set([...(previous?.odd_days ?? []), ...(refreshError.kind === 'unknown' ? [today] : [])])];
    const isExhausted = oddDays.length >= oddDaysBeforeGivingUp && refreshError.kind === 'unknown';
    const isBroken = refreshError.kind === 'revoked' || isExhausted;
    // Asked again by force: that the provider is down now does not make the grant whole.
    if (previous && before.state === 'broken' && !isBroken)
        return { state: 'broken', failure: { ...previous, at: now.toISOString(), tries: previous.tries + 1 }, mustReport: false };
    const tries = (previous?.tries ?? 0) + 1;
    const told = previous?.event_id ?? null;
    const isNews = told === null || (isBroken && before.state !== 'broken');
    return {
        state: isBroken ? 'broken' : 'failing',
        failure: {
            kind: refreshError.kind,
            message: (isExhausted && refreshError.lastMessage) || refreshError.message,
            since: previous?.since ?? now.toISOString(),
            at: now.toISOString(),
            tries,
            odd_days: oddDays,
            retry_at: isBroken ? null : new Date(now.getTime() + waitMs(refreshError, tries, random)).toISOString(),
            event_id: told
        },
        mustReport: refreshError.kind !== 'transient' && isNews
    };
}

/** @param tries failures in a row @param random from 0 to 1 */
export function waitMs(refreshError: RefreshError, tries: number, random: number): number {
    const first = refreshError.isAmbiguous ? firstAmbiguousWaitMs : firstWaitMs;
    const doubled = Math.min(first * 2 ** Math.min(tries - 1, 20) * (1 + random / 4), longestWaitMs);
    return Math.max(doubled, Math.min(refreshError.retryAfterMs ?? 0, longestRetryAfterMs));
}

const stillAtWork = {
    kind: 'transient',
    message: 'Another server has been renewing the credentials for too long. Try again in a moment.'
} as const;

/** The credentials have expired and could not be refreshed. Routes map it to their own errors. */
export class RefreshFailure extends Error {
    override readonly name = 'RefreshFailure';
    readonly kind: AuthFailure['kind'];
    /** `failed`: just now; `backoff`: a while ago, and it is too early to ask again; `exhausted`: no automatic retry any more. */
    readonly reason: 'failed' | 'backoff' | 'exhausted';
    readonly retryAfterS: number | undefined;
    /** @param failure as it is stored now @param said what just happened, where it is not that */
    constructor(reason: RefreshFailure['reason'], failure: AuthFailure | null, now: Date, said?: Pick<RefreshError, 'kind' | 'message'>) {
        const { kind, message } = said ?? failure ?? stillAtWork;
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

/** As the proxy answers it. */
export function toProxyError(failure: RefreshFailure): AppError {
    const { reason, message, status, retryAfterS } = failure;
    const wait = retryAfterS === undefined ? {} : { retryAfterS };
    if (reason === 'exhausted') return new AppError('connection_refresh_exhausted', { message });
    if (reason === 'backoff') return new AppError('connection_refresh_backoff', { message, ...wait });
    return new AppError('server_error', { status, message: `Failed to get connection credentials: '${message}'`, ...wait });
}
