import { AppError } from '@patchbay/contracts';
import { isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { openSecrets } from '../../platform/integrations/open-integration.ts';
import { requireRow, requireConnection } from '../connection-store/require-connection.ts';
import { openConnection, type UsableConnection } from '../connection-store/open-connection.ts';
import { refreshCredentials } from './refresh-credentials.ts';
import { RefreshFailure } from './refresh-failure.ts';
import { endOf, isEnding, usualEndOf } from '../connection-store/refresh-schedule.ts';
import { isRenewable } from '../provider-calls/renew.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import {
    findUsable,
    findWholeById,
    type UsableRow,
    type WholeRow,
    type ConnectionTarget
} from '../connection-store/usable-connection.sql.ts';

export interface Freshness {
    /** Renewed whatever they are worth, also when the provider has said that it is of no use. */
    force?: boolean;
    /** The provider has refused credentials of this generation (`row.generation`): newer ones are wanted, where there are any. */
    refusedGeneration?: number;
}

/** Between two renewals of one connection, unless forced. */
const shortestIntervalMs = 30_000;
/** So long after a renewal another one would not help credentials that the provider refuses. */
const freshForMs = 60_000;

/**
 * Opens a connection's credentials, renewed if they are about to end. While they are still valid, a renewal that fails or takes its time
 * does no harm.
 * @returns credentials that may have ended only where nothing can renew them; after `refusedGeneration` perhaps the same as before
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`, `integration_disabled`
 * @throws {RefreshFailure}
 */
export async function getCredentials(deps: Deps, target: ConnectionTarget, wanted: Freshness = {}): Promise<UsableConnection> {
    return fetched(deps, await requireRow(deps, target, findUsable), wanted, deps.clock.now());
}

/** {@link getCredentials}, and all that is shown of the connection. */
export async function getWithCredentials(deps: Deps, target: ConnectionTarget, wanted: Freshness): Promise<UsableConnection<WholeRow>> {
    const row = await requireConnection(deps, target);
    const now = deps.clock.now();
    const connection = await fetched(deps, row, wanted, now);
    return { ...connection, row: { ...connection.row, last_fetched_at: now } };
}

async function fetched<Row extends UsableRow>(deps: Deps, row: Row, wanted: Freshness, now: Date): Promise<UsableConnection<Row>> {
    if (!row.integration.enabled) throw new AppError('integration_disabled');
    const connection = openConnection(deps, row);
    deps.lastUsedBuffer.mark(row, now);
    return fresh(deps, connection, wanted, now);
}

async function fresh<Row extends UsableRow>(
    deps: Deps,
    connection: UsableConnection<Row>,
    wanted: Freshness,
    now: Date
): Promise<UsableConnection<Row>> {
    if (!isRenewable(connection)) return connection;
    const { row } = connection;
    deps.newestSeen.record(row);
    if (!mustRenew(connection, wanted, now)) return connection;
    const isForced = wanted.force === true;
    const tooEarly = isForced ? undefined : backoffReason(row, now);
    if (tooEarly && isValid(connection, now)) return connection;
    if (tooEarly) throw new RefreshFailure(tooEarly, row.auth_failure, now);
    const willDo = !isForced && wanted.refusedGeneration === undefined;
    // Another server is at it.
    const isLeased = row.refresh_lease_until !== null && row.refresh_lease_until >= now;
    if (isLeased && willDo && isValid(connection, now)) return connection;
    try {
        // What cannot be opened must not first take the lease from others.
        const renewing = refreshCredentials(deps, { ...connection, integration: openSecrets(connection.integration) }, { isForced });
        const renewed = willDo ? await withTimeout(deps.providerPatience.renewMs, renewing, undefined) : await renewing;
        // It goes on without this reader.
        if (!renewed && isValid(connection, deps.clock.now())) return connection;
        return openConnection(deps, { ...row, ...(renewed ?? (await renewing)) });
    } catch (error) {
        const isHarmless = error instanceof RefreshFailure || isDatabaseUnavailable(error);
        if (!isHarmless || isForced || !isValid(connection, deps.clock.now())) throw error;
        // With what has just been written down about it, if that can be read now: what is asked for is here.
        const stored = await findWholeById(deps.db, row).catch(() => undefined);
        const asStored = openConnection(deps, { ...row, ...stored });
        if (!isValid(asStored, deps.clock.now())) throw error;
        return asStored;
    }
}

function isValid({ credentials, row, integration }: UsableConnection, now: Date): boolean {
    const stated = endOf(credentials);
    if (stated) return stated > now;
    // It may live on after its usual end, but not when its grant has ended too.
    const usual = usualEndOf(integration.provider, row);
    return usual === undefined || usual > now || row.auth_state !== 'broken';
}

function mustRenew(connection: UsableConnection, { force, refusedGeneration }: Freshness, now: Date): boolean {
    const { row } = connection;
    const { provider } = connection.integration;
    const minIntervalMs = ('refresh' in provider ? (provider.refresh?.min_interval_seconds ?? 0) : 0) * 1000;
    // However soon it ends, or has ended, as the provider states it: else each read would ask for another.
    if (!force && row.token_issued_at && now.getTime() - row.token_issued_at.getTime() < shortestIntervalMs) return false;
    const ageMs = row.refreshed_at ? now.getTime() - row.refreshed_at.getTime() : Number.POSITIVE_INFINITY;
    // The provider would refuse. Not so what was imported just now and has ended long ago.
    if (ageMs < minIntervalMs && isValid(connection, now)) return false;
    if (force || isEnding(provider, connection, now)) return true;
    return refusedGeneration === row.generation && ageMs >= freshForMs;
}

/** Whether the provider has failed so lately, or so finally, that it is not asked unless by force. */
function backoffReason({ auth_state: state, auth_failure: failure }: UsableRow, now: Date): 'backoff' | 'exhausted' | undefined {
    if (state === 'broken') return 'exhausted';
    return failure?.retry_at && Date.parse(failure.retry_at) > now.getTime() ? 'backoff' : undefined;
}
