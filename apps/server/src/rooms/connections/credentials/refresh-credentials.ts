import { setTimeout as sleep } from 'node:timers/promises';
import type { RefreshEventError } from '@patchbay/contracts';
import { type ConnectionRow, isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { eventEndUserOf, recordEvent } from '../../outbox/events/record-event.ts';
import { connectionNotFound } from '../connection-store/require-connection.ts';
import { usesIntegrationApp, recordAppResult, appBackoff } from './app-refusal.ts';
import { afterFailure, classifyRefreshError, olderThanSeen, RefreshFailure, type RefreshError } from './refresh-failure.ts';
import { dueAfterSuccess } from '../connection-store/refresh-schedule.ts';
import { releaseLease, type Lease, acquireLease } from './refresh.sql.ts';
import { type Renewed, renew } from '../provider-calls/renew.ts';
import { revokeIfDeleted } from '../revocation/revoke-unless-shared.ts';
import { connectionPlace, splitConfig } from '../connection-store/save-connection.ts';
import { findWholeById, type UsableRow, type WholeRow } from '../connection-store/usable-connection.sql.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';

/** Longer than any token request: two servers must never request for one connection. */
export const leaseMs = 30_000;
const shortestPollMs = 25;
const longestPollMs = 100;
const longestCommitWaitMs = 1000;
/** For errors that do not say that the database is away: about 15 seconds. */
const mostRefusedCommits = 20;

/** Renewed credentials that the database has not taken yet, by {@link flightKey}. */
export type UnstoredRenewals = Map<string, { renewed: Renewed; row: UsableRow }>;

/** By generation: a reader of newer credentials has no use for this outcome. */
function flightKey({ environment_id: environmentId, id, generation }: UsableRow): string {
    return `refresh/${environmentId}/${id}/${generation}`;
}

/**
 * Renews a connection's credentials, however many ask at once, in this process or in others: one of them asks the provider, and all get
 * the row as it is afterwards, from memory while the database does not take it; that one may lack columns that are only shown.
 * @throws {RefreshFailure} @throws {AppError} `not_found` when the connection was deleted meanwhile
 */
export async function refreshCredentials(deps: Deps, connection: UsableConnection, { isForced = false } = {}): Promise<UsableRow> {
    const key = flightKey(connection.row);
    const unstored = deps.unstoredRenewals.get(key);
    if (unstored) return unstored.row;
    return deps.flights.run(key, () => {
        const work = refreshOrWait(deps, connection, isForced);
        // An issued token must be stored even if all callers disconnect or the server stops.
        deps.background.run(work.then(noop, noop));
        return work;
    });
}

function noop(): void {}

/** Acquires the lease, or polls the row until its holder is done. One poll per process. */
async function refreshOrWait(deps: Deps, connection: UsableConnection, isForced: boolean): Promise<UsableRow> {
    const seen = connection.row;
    const waitsUntil = performance.now() + leaseMs + deps.providerPatience.tokenMs;
    let row: UsableRow = seen;
    for (let pollMs = shortestPollMs; ; pollMs = Math.min(pollMs * 2, longestPollMs)) {
        const now = deps.clock.now();
        if (!row.refresh_lease_until || row.refresh_lease_until < now) {
            const lease = await acquireLease(deps.db, row, { now, until: new Date(now.getTime() + leaseMs) });
            const outcome = lease && (await refreshUnderLease(deps, { ...connection, row }, lease, { isForced }));
            if (outcome) return outcome;
        } else {
            await sleep(pollMs);
        }
        const stored = await findWholeById(deps.db, seen);
        if (!stored) throw connectionNotFound();
        if (stored.generation !== seen.generation) return stored;
        const { auth_failure: failure } = stored;
        const isFailure = failure && failure.tries !== seen.auth_failure?.tries;
        if (isFailure || performance.now() > waitsUntil) throw new RefreshFailure('failed', failure, deps.clock.now());
        row = stored;
    }
}

function logFieldsOf({ row, integration }: UsableConnection) {
    return {
        provider: integration.provider.id,
        integration_id: integration.row.unique_key,
        connection_id: row.connection_id,
        environment: row.environment_id
    };
}

/**
 * @param options.isForced also while the provider refuses the OAuth app
 * @returns undefined when the lease is no longer ours: then the row tells what is now. @throws {RefreshFailure}
 */
export async function refreshUnderLease(
    deps: Deps,
    connection: UsableConnection,
    lease: Lease,
    { isForced = false } = {}
): Promise<UsableRow | undefined> {
    const unstored = deps.unstoredRenewals.get(flightKey(connection.row));
    // The old refresh token may be spent: store the held one under this lease.
    if (unstored) return saveRenewed(deps, connection, lease, unstored.renewed);
    if (deps.newestSeen.isOlder(connection.row)) {
        deps.log.error(
            'credentials_older_than_seen: the database was restored or lags, so these are not refreshed',
            logFieldsOf(connection)
        );
        return recordFailure(deps, connection, lease, olderThanSeen);
    }
    const { integration } = connection;
    const isOfApp = usesIntegrationApp(deps, connection, 'refresh');
    const refused = isOfApp && !isForced ? await appBackoff(deps, integration.row, lease.until) : undefined;
    if (refused) return recordFailure(deps, connection, lease, refused, { isReportedElsewhere: true });
    // After a pause of this process, a request could outlast the lease and meet another server's.
    if (deps.clock.now().getTime() + deps.providerPatience.tokenMs > lease.until.getTime()) return undefined;
    const renewal = await renew(deps, connection);
    if (renewal.ok) {
        const saved = await saveRenewed(deps, connection, lease, renewal.renewed);
        if (isOfApp) await recordAppResult(deps, integration, undefined);
        return saved;
    }
    const isAppRefused = isOfApp && (await recordAppResult(deps, integration, renewal.refusal));
    return recordFailure(deps, connection, lease, classifyRefreshError(renewal.refusal, integration.provider), {
        isReportedElsewhere: isAppRefused
    });
}

/** Stores a new token at once; until the database takes it, it is served from memory and retried. */
async function saveRenewed(deps: Deps, connection: UsableConnection, lease: Lease, renewed: Renewed): Promise<UsableRow | undefined> {
    const { row } = connection;
    const { provider } = connection.integration;
    const now = deps.clock.now();
    const config = splitConfig(provider, { ...connection.config, ...renewed.config });
    const isConfigChanged = Object.keys(renewed.config).length > 0;
    const changes = {
        credentials: deps.seal.seal(connectionPlace(row, 'credentials'), renewed.credentials),
        generation: lease.generation + 1,
        refreshed_at: now,
        token_issued_at: now,
        updated_at: now,
        refresh_due_at: dueAfterSuccess(
            provider,
            {
                connectionId: row.connection_id,
                credentials: renewed.credentials,
                verifiedAt: row.verified_at,
                idleEndsAt: renewed.idleEndsAt
            },
            now
        ),
        auth_state: 'ok' as const,
        auth_failure: null,
        ...(renewed.grantedScopes ? { granted_scopes: renewed.grantedScopes } : {}),
        ...(renewed.grantEndsAt === undefined ? {} : { grant_ends_at: renewed.grantEndsAt }),
        ...(isConfigChanged ? { secret_config: deps.seal.seal(connectionPlace(row, 'secret_config'), config.secret) } : {})
    };
    const written = { ...changes, ...(isConfigChanged ? { connection_config: JSON.stringify(config.open) } : {}) };
    const about = logFieldsOf(connection);
    const commit = async () => {
        const saved = await releaseLeaseAndRecord(deps, connection, lease, written, row.auth_failure?.event_id ? {} : undefined);
        if (saved) {
            deps.unstoredRenewals.delete(flightKey(row));
            deps.newestSeen.record(saved);
            const heldMs = performance.now() - renewed.answeredAt;
            deps.log.info('token_refreshed', { ...about, duration_ms: Math.round(heldMs * 100) / 100 });
        } else {
            deps.log.warn('late_token_refused', about);
            deps.background.run(revokeIfDeleted(deps, connection, renewed.credentials));
        }
        return saved;
    };
    try {
        return await commit();
    } catch (error) {
        const unstored: UsableRow = { ...row, ...changes, ...(isConfigChanged ? { connection_config: config.open } : {}) };
        deps.background.run(commitLater(deps, { renewed, row: unstored }, flightKey(row), commit, error));
        return unstored;
    }
}

/** Whatever the error: a rotated refresh token that is not stored is the end of the grant. */
async function commitLater(
    { log, unstoredRenewals }: Pick<Deps, 'log' | 'unstoredRenewals'>,
    unstored: { renewed: Renewed; row: UsableRow },
    key: string,
    commit: () => Promise<unknown>,
    error: unknown
): Promise<void> {
    log.warn('refreshed_token_held: kept in memory until the database stores it', { error });
    unstoredRenewals.set(key, unstored);
    const forget = () => {
        if (unstoredRenewals.get(key) === unstored) unstoredRenewals.delete(key);
    };
    let refused = 0;
    for (let waitMs = 50; refused < mostRefusedCommits; waitMs = Math.min(waitMs * 2, longestCommitWaitMs)) {
        await sleep(waitMs, undefined, { ref: false });
        // Another lease was taken here meanwhile: under that one it was stored, or is held.
        if (unstoredRenewals.get(key) !== unstored) return;
        try {
            // A newer lease exists; if this process holds it, it finds the token in memory.
            if (!(await commit())) setTimeout(forget, leaseMs).unref();
            return;
        } catch (failure) {
            if (isDatabaseUnavailable(failure)) continue;
            refused += 1;
            if (refused === mostRefusedCommits) log.error('refreshed_token_lost: the database refuses to store it', { error: failure });
        }
    }
    forget();
}

/**
 * Stores a failed refresh or check.
 * @param options.isReportedElsewhere an event of the integration reports it
 * @throws {RefreshFailure} unless the lease was lost
 */
export async function recordFailure(
    deps: Deps,
    connection: UsableConnection,
    lease: Lease,
    refreshError: RefreshError,
    { isReportedElsewhere = false } = {}
): Promise<undefined> {
    const { row } = connection;
    const now = deps.clock.now();
    const { state, failure, mustReport } = afterFailure(
        { state: row.auth_state, failure: row.auth_failure },
        refreshError,
        now,
        Math.random()
    );
    const changes = {
        auth_state: state,
        auth_failure: JSON.stringify(failure),
        refresh_due_at: failure.retry_at === null ? null : new Date(failure.retry_at)
    };
    const error: RefreshEventError = {
        type: refreshError.kind !== 'revoked' && state === 'broken' ? 'connection_refresh_exhausted' : 'refresh_token_external_error',
        description: failure.message
    };
    const saved = await releaseLeaseAndRecord(
        deps,
        connection,
        lease,
        changes,
        mustReport && !isReportedElsewhere ? { error, failure } : undefined
    );
    if (!saved) return undefined;
    throw new RefreshFailure('failed', saved.auth_failure, now, refreshError);
}

/** @param news set: an event is recorded in the same transaction; a failure keeps its id */
export async function releaseLeaseAndRecord(
    deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
    { row, integration }: UsableConnection,
    lease: Lease,
    changes: Parameters<typeof releaseLease>[2],
    news: { error?: RefreshEventError; failure?: NonNullable<ConnectionRow['auth_failure']> } | undefined
): Promise<WholeRow | undefined> {
    if (!news) {
        const saved = await releaseLease(deps.db, lease, changes);
        return saved && { ...row, ...saved };
    }
    return deps.db.transaction().execute(async (trx) => {
        const eventId = deps.ids.uuid();
        const { error, failure } = news;
        const told = failure ? { ...changes, auth_failure: JSON.stringify({ ...failure, event_id: eventId }) } : changes;
        const saved = await releaseLease(trx, lease, told);
        if (!saved) return undefined;
        await recordEvent(trx, deps, {
            id: eventId,
            environmentId: row.environment_id,
            integrationId: row.integration_id,
            content: {
                type: 'auth',
                operation: 'refresh',
                ...(error ? { success: false as const, error } : { success: true as const }),
                connectionId: row.connection_id,
                providerConfigKey: integration.row.unique_key,
                provider: integration.provider.id,
                authMode: integration.provider.auth_mode,
                tags: saved.tags,
                ...eventEndUserOf(saved.end_user)
            }
        });
        return { ...row, ...saved };
    });
}
