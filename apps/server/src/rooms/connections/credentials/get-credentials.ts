import { isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { halvesOf } from '../connection-store/credential-halves.ts';
import { requireEnabled } from '../../platform/integrations/require-enabled.ts';
import { openSecrets } from '../../platform/integrations/open-integration.ts';
import { rejectMissing } from '../connection-store/require-connection.ts';
import { openConnection, type UsableConnection } from '../connection-store/open-connection.ts';
import { refreshCredentials, type RefreshDeps } from './refresh-credentials.ts';
import { CredentialsUnavailableError } from './refresh-failure.ts';
import { expiryOf, isAboutToExpire, estimatedExpiryOf } from '../connection-store/refresh-schedule.ts';
import { isRefreshable } from '../provider-calls/credential-types/credential-types.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import {
    findUsable,
    findWhole,
    findWholeById,
    type UsableRow,
    type WholeRow,
    type ConnectionTarget
} from '../connection-store/usable-connection.sql.ts';

export type CredentialsDeps = RefreshDeps & Pick<Deps, 'batches' | 'providers' | 'lastUsedBuffer'>;

export interface Freshness {
    /** Refresh always, also after the provider has ended the grant. */
    force?: boolean;
    /** The provider has refused this generation (`row.generation`): a newer one is wanted. */
    refusedGeneration?: number;
    /** False: it is looked at only, so that "last used" stays. */
    isUse?: boolean;
}

/** Between two renewals of one connection, unless forced. */
const minRefreshIntervalMs = 30_000;
/** A connection that was read longer ago is read again: it may be frozen since. */
export const maxAgeMs = 1000;
/** So long after a renewal another one would not help credentials that the provider refuses. */
const freshForMs = 60_000;

/**
 * Opens a connection's credentials, refreshed if they are about to expire. While they are still
 * valid, a failed or slow refresh returns them.
 * @returns expired ones only if nothing can refresh them; perhaps still `refusedGeneration`
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`,
 * `integration_disabled`, `frozen`
 * @throws {CredentialsUnavailableError}
 */
export async function getCredentials(deps: CredentialsDeps, target: ConnectionTarget, wanted: Freshness = {}): Promise<UsableConnection> {
    const row = (await findUsable(deps.batches, target)) ?? (await rejectMissing(deps, target));
    return openFresh(deps, row, wanted, deps.clock.now());
}

/** {@link getCredentials}, and all that is shown of the connection. */
export async function getWithCredentials(
    deps: CredentialsDeps,
    target: ConnectionTarget,
    wanted: Freshness
): Promise<UsableConnection<WholeRow>> {
    const row = (await findWhole(deps.batches, target)) ?? (await rejectMissing(deps, target));
    const now = deps.clock.now();
    const connection = await openFresh(deps, row, wanted, now);
    return { ...connection, row: { ...connection.row, last_fetched_at: now } };
}

async function openFresh<Row extends UsableRow>(
    deps: CredentialsDeps,
    row: Row,
    wanted: Freshness,
    now: Date
): Promise<UsableConnection<Row>> {
    requireEnabled(row.integration);
    const connection = openConnection(deps, row);
    if (wanted.isUse !== false) deps.lastUsedBuffer.mark(row, now);
    const readAtMs = performance.now();
    const fresh = await refreshIfNeeded(deps, connection, wanted, now);
    if (fresh !== connection || performance.now() - readAtMs > maxAgeMs) await requireStillUsable(deps, row).catch(unlessUnavailable);
    return fresh;
}

/**
 * Reads again, after a wait, whether a connection may be used: a freeze has to hold within seconds.
 * @throws as {@link getCredentials}
 */
export async function requireStillUsable(
    deps: Pick<CredentialsDeps, 'batches' | 'db' | 'clock'>,
    { environment_id: environmentId, integration_key: integrationKey, connection_id: connectionId }: UsableRow
): Promise<void> {
    const target = { environmentId, integrationKey, connectionId };
    const row = (await findUsable(deps.batches, target)) ?? (await rejectMissing(deps, target));
    requireEnabled(row.integration);
}

/** Without the database what has begun goes on, and a renewed token is given out from memory. */
export function unlessUnavailable(error: unknown): void {
    if (!isDatabaseUnavailable(error)) throw error;
}

async function refreshIfNeeded<Row extends UsableRow>(
    deps: CredentialsDeps,
    connection: UsableConnection<Row>,
    wanted: Freshness,
    now: Date
): Promise<UsableConnection<Row>> {
    if (!isRefreshable(connection)) return connection;
    const { row } = connection;
    deps.staleRowDetector.record(row);
    if (!mustRefresh(connection, wanted, now)) return connection;
    const isForced = wanted.force === true;
    const backoffKind = isForced ? undefined : backoffReason(row, now);
    if (backoffKind && isValid(connection, now)) return connection;
    if (backoffKind) throw new CredentialsUnavailableError(backoffKind, row.auth_failure, now);
    const acceptsCurrent = !isForced && wanted.refusedGeneration === undefined;
    // Another server refreshes it.
    const isLeased = row.refresh_lease_until !== null && row.refresh_lease_until >= now;
    if (isLeased && acceptsCurrent && isValid(connection, now)) return connection;
    try {
        // What cannot be opened must not first take the lease from others.
        const renewing = refreshCredentials(deps, { ...connection, integration: openSecrets(connection.integration) }, { isForced });
        const renewed = acceptsCurrent ? await withTimeout(deps.providerTimeouts.refreshMs, renewing, undefined) : await renewing;
        // The refresh continues in the background.
        if (!renewed && isValid(connection, deps.clock.now())) return connection;
        return openConnection(deps, { ...row, ...(renewed ?? (await renewing)) });
    } catch (error) {
        const isHarmless = error instanceof CredentialsUnavailableError || isDatabaseUnavailable(error);
        if (!isHarmless || isForced || !isValid(connection, deps.clock.now())) throw error;
        // With the failure that was just stored, if the row can be read.
        const stored = await findWholeById(deps.db, row).catch(() => undefined);
        const asStored = openConnection(deps, { ...row, ...stored });
        if (!isValid(asStored, deps.clock.now())) throw error;
        return asStored;
    }
}

function isValid({ credentials, row, integration }: UsableConnection, now: Date): boolean {
    // Calls are made with the app's token, where there are two.
    const stated = expiryOf(halvesOf(credentials)?.app ?? credentials);
    if (stated) return stated > now;
    // It may live on after its usual end, but not when its grant has ended too.
    const usual = estimatedExpiryOf(integration.provider, row);
    return usual === undefined || usual > now || row.auth_state !== 'broken';
}

function mustRefresh(connection: UsableConnection, { force, refusedGeneration }: Freshness, now: Date): boolean {
    const { row } = connection;
    const { provider } = connection.integration;
    const minIntervalMs = ('refresh' in provider ? (provider.refresh?.min_interval_seconds ?? 0) : 0) * 1000;
    // Whatever expiry the provider states: else each read would request a token.
    if (!force && row.token_issued_at && now.getTime() - row.token_issued_at.getTime() < minRefreshIntervalMs) return false;
    const ageMs = row.refreshed_at ? now.getTime() - row.refreshed_at.getTime() : Number.POSITIVE_INFINITY;
    // The provider would refuse it; an expired import is refreshed nevertheless.
    if (ageMs < minIntervalMs && isValid(connection, now)) return false;
    if (force || isAboutToExpire(provider, connection, now)) return true;
    return refusedGeneration === row.generation && ageMs >= freshForMs;
}

/** Whether a recent or final failure forbids a request unless forced. */
function backoffReason({ auth_state: state, auth_failure: failure }: UsableRow, now: Date): 'backoff' | 'exhausted' | undefined {
    if (state === 'broken') return 'exhausted';
    return failure?.retry_at && Date.parse(failure.retry_at) > now.getTime() ? 'backoff' : undefined;
}
