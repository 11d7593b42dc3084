import { crc32 } from 'node:zlib';
import type { CredentialValues, Provider } from '@patchbay/providers';

const hourMs = 3_600_000;
const usualMarginS = 900;
const usualIdleHours = 24;
/** Lower bound: a grant that is about to end must not be refreshed in a loop. */
const shortestDueMs = 60_000;
/** Credentials that could not be checked while they were imported. */
const firstCheckMs = 60_000;

/** What tells when a connection's credentials end. */
interface Aged {
    credentials: CredentialValues;
    row: { refreshed_at: Date | null; token_issued_at: Date | null };
}

/** When credentials end, as far as that is stated; undefined: never. */
export function endOf(credentials: CredentialValues): Date | undefined {
    const at = typeof credentials.expires_at === 'string' ? Date.parse(credentials.expires_at) : Number.NaN;
    return Number.isNaN(at) ? undefined : new Date(at);
}

/** When credentials whose end is not stated usually end; undefined: never. */
export function usualEndOf(provider: Provider, { token_issued_at: issuedAt }: Aged['row']): Date | undefined {
    const lifetimeS = 'usual_lifetime_seconds' in provider ? provider.usual_lifetime_seconds : undefined;
    return issuedAt && lifetimeS !== undefined ? new Date(issuedAt.getTime() + lifetimeS * 1000) : undefined;
}

/** Whether credentials end so soon that they are renewed before they are handed out. */
export function isEnding(provider: Provider, { credentials, row }: Aged, now: Date): boolean {
    const stated = endOf(credentials);
    // Imported without its end: of unknown age.
    if (!stated && !row.token_issued_at) return true;
    const end = (stated ?? usualEndOf(provider, row))?.getTime();
    if (end === undefined) return false;
    const since = stated ? row.refreshed_at : row.token_issued_at;
    const marginS = 'token_expiration_buffer' in provider ? provider.token_expiration_buffer : undefined;
    const lifeMs = since ? Math.max(0, end - since.getTime()) : Number.POSITIVE_INFINITY;
    // At most half of the life: a token of ten minutes would else be renewed with every request.
    return end - now.getTime() <= Math.min((marginS ?? usualMarginS) * 1000, lifeMs / 2);
}

/**
 * When the background looks at credentials that were just renewed or saved; null: never. A grant that ends without use is renewed after
 * between 50 and 70 % of the time it has, spread by the connection's id: with an outage of six hours, at the worst moment, and the longest
 * wait after it, it is not yet a day old.
 */
export function dueAfterSuccess(
    provider: Provider,
    connection: { connectionId: string; credentials: CredentialValues; verifiedAt: Date | null; idleEndsAt?: Date | undefined },
    now: Date
): Date | null {
    const { connectionId, credentials, verifiedAt, idleEndsAt } = connection;
    const end = endOf(credentials);
    const hasEnded = end !== undefined && end <= now;
    if (provider.auth_mode === 'OAUTH2' && typeof credentials.refresh_token === 'string') {
        // Imported late: what its state is shows at once, not when it is first read.
        if (hasEnded) return now;
        const definedMs = (provider.refresh?.idle_hours ?? usualIdleHours) * hourMs;
        const statedMs = idleEndsAt ? idleEndsAt.getTime() - now.getTime() : Infinity;
        const idleMs = Math.min(definedMs, statedMs, usualIdleHours * hourMs);
        const spread = crc32(connectionId) / 2 ** 32;
        return new Date(now.getTime() + Math.max(shortestDueMs, idleMs * (0.5 + spread / 5)));
    }
    // Nothing can renew it, and its end is to be seen.
    if (provider.auth_mode === 'OAUTH2' && end) return hasEnded ? now : end;
    if ((provider.auth_mode === 'API_KEY' || provider.auth_mode === 'BASIC') && verifiedAt === null && canBeChecked(provider))
        return new Date(now.getTime() + firstCheckMs);
    return null;
}

/** Whether the provider can be asked about credentials before they are saved. */
export function canBeChecked({ proxy, checkCredentials, identify }: Provider): boolean {
    return proxy?.verification !== undefined || checkCredentials !== undefined || identify !== undefined;
}
