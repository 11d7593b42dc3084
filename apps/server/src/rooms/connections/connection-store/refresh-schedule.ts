import { crc32 } from 'node:zlib';
import { type CredentialValues, isMcp, type Provider } from '@patchbay/providers';
import { halvesOf, partsOf, userHalfOf } from './credential-halves.ts';
import { credentialTraits } from './credential-traits.ts';

const hourMs = 3_600_000;
const defaultMarginS = 900;
const defaultIdleHours = 24;
/** Lower bound: a grant that is about to end must not be refreshed in a loop. */
const minDueMs = 60_000;
/** Credentials that could not be checked while they were imported. */
const firstCheckMs = 60_000;

/** What determines when a connection's credentials expire. */
interface Expirable {
    credentials: CredentialValues;
    row: { refreshed_at: Date | null; token_issued_at: Date | null };
}

/** When the first of credentials ends, as far as that is stated; undefined: never. */
export function expiryOf(credentials: CredentialValues): Date | undefined {
    const ends = partsOf(credentials)
        .map(({ expires_at: at }) => (typeof at === 'string' ? Date.parse(at) : Number.NaN))
        .filter((end) => !Number.isNaN(end));
    return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

/** The expiry of credentials without a stated one; undefined: never. */
export function estimatedExpiryOf(provider: Provider, { token_issued_at: issuedAt }: Expirable['row']): Date | undefined {
    const lifetimeS = 'usual_lifetime_seconds' in provider ? provider.usual_lifetime_seconds : undefined;
    return issuedAt && lifetimeS !== undefined ? new Date(issuedAt.getTime() + lifetimeS * 1000) : undefined;
}

/** Whether credentials end so soon that they are renewed before they are handed out. */
export function isAboutToExpire(provider: Provider, { credentials, row }: Expirable, now: Date): boolean {
    const stated = expiryOf(credentials);
    // Imported without its end: of unknown age.
    if (!stated && !row.token_issued_at) return true;
    const end = (stated ?? estimatedExpiryOf(provider, row))?.getTime();
    if (end === undefined) return false;
    const since = stated ? row.refreshed_at : row.token_issued_at;
    const lifeMs = since ? Math.max(0, end - since.getTime()) : Number.POSITIVE_INFINITY;
    // At most half of the life: a token of ten minutes would else be renewed with every request.
    return end - now.getTime() <= Math.min(renewalMarginMs(provider), lifeMs / 2);
}

/**
 * When the token of an app is to be renewed that acts for a person too, whatever became of that
 * person's token; undefined: never, or they are of another type.
 */
export function appDueAt(provider: Provider, credentials: CredentialValues): Date | undefined {
    const app = halvesOf(credentials)?.app;
    return app && dueAt(provider, app);
}

/** When credentials are to be renewed, before their stated end; undefined: none is stated. */
export function dueAt(provider: Provider, credentials: CredentialValues): Date | undefined {
    const end = expiryOf(credentials);
    return end && new Date(end.getTime() - renewalMarginMs(provider));
}

/** So long before their end credentials are renewed. */
function renewalMarginMs(provider: Provider): number {
    const marginS = 'token_expiration_buffer' in provider ? provider.token_expiration_buffer : undefined;
    return (marginS ?? defaultMarginS) * 1000;
}

/**
 * When the background refreshes credentials next; null: never. A grant that expires when
 * unused is refreshed after 50 to 70 % of its time, spread by the connection's id: after an outage
 * of six hours and the longest backoff it is less than a day old.
 */
export function nextRefreshAt(
    provider: Provider,
    connection: { connectionId: string; credentials: CredentialValues; idleEndsAt?: Date | undefined },
    now: Date
): Date | null {
    const { connectionId, credentials, idleEndsAt } = connection;
    const end = expiryOf(credentials);
    const hasEnded = end !== undefined && end <= now;
    const { isGrant } = credentialTraits(provider);
    const grant = isGrant ? credentials : userHalfOf(credentials);
    if (typeof grant?.refresh_token === 'string') {
        // An expired import is refreshed at once, so that its state is known.
        if (hasEnded) return now;
        const definedMs = (refreshOf(provider)?.idle_hours ?? defaultIdleHours) * hourMs;
        const statedMs = idleEndsAt ? idleEndsAt.getTime() - now.getTime() : Infinity;
        const idleMs = Math.min(definedMs, statedMs, defaultIdleHours * hourMs);
        const spread = crc32(connectionId) / 2 ** 32;
        return new Date(now.getTime() + Math.max(minDueMs, idleMs * (0.5 + spread / 5)));
    }
    // Nothing can renew it, and its end is to be seen.
    if (isGrant && end) return hasEnded ? now : end;
    return null;
}

function refreshOf(provider: Provider) {
    return 'refresh' in provider ? provider.refresh : undefined;
}

/**
 * When credentials that nothing renews are checked at the provider next; null: never. About once in
 * `intervalMs`, each connection with an interval of its own, so that what was imported at once is
 * not checked at once for ever.
 */
export function nextProbeAt(
    provider: Provider,
    connection: { connectionId: string; credentials: CredentialValues; verifiedAt: Date | null },
    now: Date,
    intervalMs: number
): Date | null {
    const { connectionId, credentials, verifiedAt } = connection;
    const { isRenewable, isProbed } = credentialTraits(provider);
    if (provider.auth_mode === 'NONE' || (isRenewable(credentials) && !isProbed) || !canBeChecked(provider)) return null;
    if (verifiedAt === null) return new Date(now.getTime() + firstCheckMs);
    return new Date(now.getTime() + intervalMs * (0.9 + crc32(connectionId) / 2 ** 32 / 5));
}

/** Whether the provider can be asked about credentials before they are saved. */
export function canBeChecked(provider: Provider): boolean {
    const { proxy, checkCredentials, identity, identify } = provider;
    return isMcp(provider) || [proxy?.verification, checkCredentials, identity, identify].some((check) => check !== undefined);
}
