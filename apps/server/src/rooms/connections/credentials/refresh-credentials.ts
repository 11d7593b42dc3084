import { setTimeout as sleep } from 'node:timers/promises';
import type { RefreshEventError } from '@patchbay/contracts';
import { type ConnectionRow, isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { eventEndUserOf, recordEvent } from '../../outbox/events/record-event.ts';
import { requireEnabled } from '../../platform/integrations/require-enabled.ts';
import { sendConnectionSaved } from '../connection-store/connection-saved.ts';
import { connectionNotFound } from '../connection-store/require-connection.ts';
import { usesIntegrationApp, recordAppResult, appBackoff } from './app-refusal.ts';
import {
    stateAfterFailure,
    classifyRefreshError,
    isRefusedOnce,
    olderThanSeen,
    CredentialsUnavailableError,
    type RefreshError
} from './refresh-failure.ts';
import { appDueAt, nextRefreshAt } from '../connection-store/refresh-schedule.ts';
import { refreshes } from './refresh-metrics.ts';
import { releaseLease, type Lease, acquireLease } from './refresh.sql.ts';
import { heldRenewal } from './held-renewal.ts';
import { spanAttributesOf } from './span-attributes.ts';
import type { RefreshedCredentials } from '../provider-calls/credential-types/credential-type.ts';
import { type RefreshableConnection, renewsSignIn, requestRefresh } from '../provider-calls/credential-types/credential-types.ts';
import { revokeIfUnused } from '../revocation/revoke-unless-shared.ts';
import { connectionPlace, splitConfig } from '../connection-store/save-connection.ts';
import { findWholeById, type UsableRow, type WholeRow } from '../connection-store/usable-connection.sql.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';
import { elsewhere } from '../../../kernel/runtime/work-slots.ts';

export type RefreshDeps = ProviderCallDeps &
    Pick<Deps, 'db' | 'ids' | 'seal' | 'dataKeys' | 'background' | 'flights' | 'unsavedCredentials' | 'staleRowDetector' | 'telemetry'>;

/** Longer than any token request: two servers must never request for one connection. */
export const leaseMs = 30_000;
const minPollMs = 25;
const maxPollMs = 100;
const maxCommitWaitMs = 1000;
/** For errors that do not say that the database is away: about 15 seconds. */
const maxRefusedCommits = 20;

interface Unsaved {
    renewed: RefreshedCredentials;
    /** In a row as it is read now. Sealed at each call: an earlier data key may be retired. */
    replaceIn(stored: UsableRow): UsableRow;
}

/** Refreshed credentials that the database has not taken yet, by {@link flightKey}. */
export type UnsavedCredentials = Map<string, Unsaved>;

/** By generation: a reader of newer credentials has no use for this outcome. */
function flightKey({ environment_id: environmentId, id, generation }: UsableRow): string {
    return `refresh/${environmentId}/${id}/${generation}`;
}

/**
 * Refreshes a connection's credentials. Of concurrent callers on all servers one asks the
 * provider, and all get the new row; while the database does not store it, from memory, perhaps
 * without columns that are only displayed.
 * @throws {CredentialsUnavailableError}
 * @throws {AppError} `not_found`, `integration_disabled`, `frozen` when it became so meanwhile
 * @race two servers spend one refresh token; a late response overwrites a newer one: lease and
 * fence in the row, taken by compare-and-set; single flight within a process
 */
export async function refreshCredentials(
    deps: RefreshDeps,
    connection: RefreshableConnection,
    { isForced = false } = {}
): Promise<UsableRow> {
    const key = flightKey(connection.row);
    const unstored = deps.unsavedCredentials.get(key);
    if (unstored) return unstored.replaceIn(connection.row);
    return deps.flights.run(key, () => {
        const work = refreshOrWait(deps, connection, isForced);
        // An issued token must be stored even if all callers disconnect or the server stops.
        deps.background.run(work.then(noop, noop));
        return work;
    });
}

function noop(): void {}

/** Acquires the lease, or polls the row until its holder is done. One poll per process. */
async function refreshOrWait(deps: RefreshDeps, connection: RefreshableConnection, isForced: boolean): Promise<UsableRow> {
    const seen = connection.row;
    const waitsUntil = performance.now() + leaseMs + deps.providerTimeouts.tokenMs;
    let row: UsableRow = seen;
    for (let pollMs = minPollMs; ; pollMs = Math.min(pollMs * 2, maxPollMs)) {
        const now = deps.clock.now();
        if (!row.refresh_lease_until || row.refresh_lease_until < now) {
            const lease = await acquireLease(deps.db, row, { now, until: new Date(now.getTime() + leaseMs) });
            const outcome = lease && (await refreshUnderLease(deps, { ...connection, row }, lease, { isForced }));
            if (outcome) return outcome;
        } else {
            await elsewhere(sleep(pollMs));
        }
        const stored = await findWholeById(deps.db, seen);
        if (!stored) throw connectionNotFound();
        requireEnabled(stored.integration);
        if (stored.generation !== seen.generation) return stored;
        const { auth_failure: failure } = stored;
        const isFailure = failure && failure.tries !== seen.auth_failure?.tries;
        if (isFailure || performance.now() > waitsUntil) throw new CredentialsUnavailableError('failed', failure, deps.clock.now());
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
 * @returns undefined when the lease was lost: read the row again
 * @throws {CredentialsUnavailableError}
 */
export async function refreshUnderLease(
    deps: RefreshDeps,
    connection: RefreshableConnection,
    lease: Lease,
    options?: { isForced?: boolean }
): Promise<UsableRow | undefined> {
    const { telemetry } = deps;
    const { provider } = connection.integration;
    let outcome = 'failed';
    try {
        const span = { name: 'refresh', about: spanAttributesOf(connection) };
        const row = await telemetry.trace(span, () => refreshOnce(deps, connection, lease, options));
        outcome = row ? 'refreshed' : 'lease_lost';
        return row;
    } finally {
        telemetry.record(connection.row.environment_id, refreshes, 1, { 'patchbay.outcome': outcome, 'patchbay.provider': provider.id });
    }
}

async function refreshOnce(
    deps: RefreshDeps,
    connection: RefreshableConnection,
    lease: Lease,
    { isForced = false } = {}
): Promise<UsableRow | undefined> {
    const unstored = deps.unsavedCredentials.get(flightKey(connection.row));
    // The old refresh token may be spent: store the held one under this lease.
    if (unstored) return saveRefreshed(deps, connection, lease, unstored.renewed);
    if (deps.staleRowDetector.isStale(connection.row)) {
        deps.log.error('credentials_older_than_seen', {
            ...logFieldsOf(connection),
            reason: 'The database was restored or lags, so these are not refreshed.'
        });
        return recordFailure(deps, connection, lease, olderThanSeen);
    }
    const { integration } = connection;
    const isOfApp = usesIntegrationApp(deps, connection, 'refresh');
    const isOfSignIn = renewsSignIn(connection, deps.clock.now());
    const refused = isOfApp && !isForced ? await appBackoff(deps, integration.row, lease.until, { isOfSignIn }) : undefined;
    const isOfSignInAlone = integration.row.app_refusal?.of_sign_in === true;
    // The key of the app is not what was refused.
    const goesOn = isOfSignInAlone && isAppDue(connection, deps.clock.now());
    if (refused && !goesOn)
        return recordFailure(deps, connection, lease, refused, { isReportedByIntegration: true, isOfSignIn: isOfSignInAlone });
    // After a pause of this process, a request could outlast the lease and meet another server's.
    if (deps.clock.now().getTime() + deps.providerTimeouts.tokenMs > lease.until.getTime()) return undefined;
    const held = heldRenewal(deps, connection, lease);
    const renewal = await requestRefresh(deps, connection, held.keep, { asksSignIn: !refused });
    if (renewal.ok) {
        const { refusedSignIn } = renewal;
        // Its person's token is due at once, and the failure of that is stored then.
        const saved = await saveRefreshed(deps, connection, held.lease, renewal.renewed);
        if (isOfApp) await recordAppResult(deps, integration, undefined, { isOfSignIn: isOfSignIn && !refused && !refusedSignIn });
        if (isOfApp && refusedSignIn) await recordAppResult(deps, integration, refusedSignIn, { isOfSignIn: true });
        return saved;
    }
    // The database was away: held in memory, as the token before is spent.
    if (held.unstored) return saveRefreshed(deps, connection, held.lease, held.unstored);
    const isAppRefused = isOfApp && (await recordAppResult(deps, integration, renewal.refusal, renewal));
    return recordFailure(deps, connection, held.lease, classifyRefreshError(renewal.refusal, integration), {
        isReportedByIntegration: isAppRefused,
        isOfSignIn: renewal.isOfSignIn === true
    });
}

/** Whether the token of an app that acts for a person too is to be renewed. */
function isAppDue({ integration, credentials }: UsableConnection, now: Date): boolean {
    const due = appDueAt(integration.provider, credentials);
    return due !== undefined && due <= now;
}

/** Stores a new token; until the database takes it, it is served from memory. */
async function saveRefreshed(
    deps: RefreshDeps,
    connection: UsableConnection,
    lease: Lease,
    renewed: RefreshedCredentials
): Promise<UsableRow | undefined> {
    const { row } = connection;
    const now = deps.clock.now();
    const changes = () => changesBy(deps, connection, lease, renewed, now);
    const about = logFieldsOf(connection);
    const commit = async () => {
        await deps.dataKeys.catchUp();
        const { connection_config: config, ...rest } = changes();
        const written = { ...rest, ...(config ? { connection_config: JSON.stringify(config) } : {}) };
        const saved = await releaseLeaseAndRecord(deps, connection, lease, written, row.auth_failure?.event_id ? {} : undefined);
        if (saved) {
            deps.unsavedCredentials.delete(flightKey(row));
            deps.staleRowDetector.record(saved);
            const heldMs = performance.now() - renewed.receivedAt;
            deps.log.info('token_refreshed', { ...about, duration_ms: Math.round(heldMs * 100) / 100 });
        } else {
            deps.log.warn('late_token_refused', about);
            deps.background.run(revokeIfUnused(deps, connection, renewed.credentials));
        }
        return saved;
    };
    try {
        return await commit();
    } catch (error) {
        const unstored: Unsaved = { renewed, replaceIn: (stored) => ({ ...stored, ...changes() }) };
        deps.background.run(retryCommit(deps, connection, unstored, commit, error));
        return unstored.replaceIn(row);
    }
}

/** What a new token changes in the row. The configuration is there where it changes. */
function changesBy(
    { seal }: Pick<Deps, 'seal'>,
    connection: UsableConnection,
    { generation }: Lease,
    renewed: RefreshedCredentials,
    now: Date
) {
    const { row } = connection;
    const { provider } = connection.integration;
    const isConfigChanged = Object.keys(renewed.config).length > 0;
    const { open, secret } = splitConfig(provider, { ...connection.config, ...renewed.config });
    const { credentials, idleEndsAt } = renewed;
    return {
        credentials: seal.seal(connectionPlace(row, 'credentials'), credentials),
        generation: generation + 1,
        refreshed_at: now,
        token_issued_at: now,
        updated_at: now,
        refresh_due_at: nextRefreshAt(provider, { connectionId: row.connection_id, credentials, idleEndsAt }, now),
        auth_state: 'ok' as const,
        auth_failure: null,
        ...(renewed.grantedScopes ? { granted_scopes: renewed.grantedScopes } : {}),
        ...(renewed.grantEndsAt === undefined ? {} : { grant_ends_at: renewed.grantEndsAt }),
        ...(isConfigChanged ? { connection_config: open, secret_config: seal.seal(connectionPlace(row, 'secret_config'), secret) } : {})
    };
}

/** Whatever the error: a rotated refresh token that is not stored is the end of the grant. */
async function retryCommit(
    { log, unsavedCredentials }: Pick<Deps, 'log' | 'unsavedCredentials'>,
    connection: UsableConnection,
    unstored: Unsaved,
    commit: () => Promise<unknown>,
    error: unknown
): Promise<void> {
    const key = flightKey(connection.row);
    const about = logFieldsOf(connection);
    log.warn('refreshed_token_held: kept in memory until the database stores it', { ...about, error });
    unsavedCredentials.set(key, unstored);
    const forget = () => {
        if (unsavedCredentials.get(key) === unstored) unsavedCredentials.delete(key);
    };
    let refused = 0;
    for (let waitMs = 50; refused < maxRefusedCommits; waitMs = Math.min(waitMs * 2, maxCommitWaitMs)) {
        await sleep(waitMs, undefined, { ref: false });
        // Another lease was taken here meanwhile: under that one it was stored, or is held.
        if (unsavedCredentials.get(key) !== unstored) return;
        try {
            // A newer lease exists; if this process holds it, it finds the token in memory.
            if (!(await commit())) setTimeout(forget, leaseMs).unref();
            return;
        } catch (failure) {
            if (isDatabaseUnavailable(failure)) continue;
            refused += 1;
            if (refused === maxRefusedCommits)
                log.error('refreshed_token_lost: the database refuses to store it', { ...about, error: failure });
        }
    }
    forget();
}

/**
 * Stores a failed refresh or check.
 * @param options.isReportedByIntegration an event of the integration reports it
 * @param options.isOfSignIn it is of the token of a person: a retry does not wait for longer than
 * until the token of the app is due
 * @throws {CredentialsUnavailableError} unless the lease was lost
 */
export async function recordFailure(
    deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
    connection: UsableConnection,
    lease: Lease,
    refreshError: RefreshError,
    { isReportedByIntegration = false, isOfSignIn = false } = {}
): Promise<undefined> {
    const { row } = connection;
    const now = deps.clock.now();
    const before = { state: row.auth_state, failure: row.auth_failure };
    const retryBy = isOfSignIn ? appDueAt(connection.integration.provider, connection.credentials) : undefined;
    const { state, failure, mustReport } = stateAfterFailure(before, refreshError, now, Math.random(), retryBy);
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
        mustReport && !isReportedByIntegration ? { error, failure } : undefined
    );
    if (!saved) return undefined;
    throw new CredentialsUnavailableError('failed', saved.auth_failure, now, refreshError);
}

/** @param news set: an event is recorded in the same transaction; a failure keeps its id */
export async function releaseLeaseAndRecord(
    deps: Pick<Deps, 'db' | 'clock' | 'ids'>,
    { row, integration }: UsableConnection,
    lease: Lease,
    changes: Parameters<typeof releaseLease>[2],
    news: { error?: RefreshEventError; failure?: NonNullable<ConnectionRow['auth_failure']> } | undefined
): Promise<WholeRow | undefined> {
    const [before, now] = [row.auth_state, changes.auth_state];
    /** Its syncs have stopped, and go on. */
    const isUsableAgain = now === 'ok' && (before === 'broken' || isRefusedOnce(row));
    if (!news && !isUsableAgain) {
        const saved = await releaseLease(deps.db, lease, changes);
        return saved && { ...row, ...saved };
    }
    return deps.db.transaction().execute(async (trx) => {
        const eventId = deps.ids.uuid();
        const { error, failure } = news ?? {};
        const told = failure ? { ...changes, auth_failure: JSON.stringify({ ...failure, event_id: eventId }) } : changes;
        const saved = await releaseLease(trx, lease, told);
        if (!saved) return undefined;
        if (isUsableAgain) await sendConnectionSaved(trx, integration.provider.id, [row]);
        if (!news) return { ...row, ...saved };
        const owner = { environmentId: row.environment_id, integrationId: row.integration_id };
        const about = {
            connectionId: row.connection_id,
            providerConfigKey: integration.row.unique_key,
            provider: integration.provider.id,
            authMode: integration.provider.auth_mode,
            tags: saved.tags,
            ...eventEndUserOf(saved.end_user)
        };
        const outcome = error ? { success: false as const, error } : { success: true as const };
        await recordEvent(trx, deps, { ...owner, id: eventId, content: { ...about, type: 'auth', operation: 'refresh', ...outcome } });
        if (error && now === 'broken' && before !== 'broken')
            await recordEvent(trx, deps, { ...owner, content: { ...about, type: 'connection.broken', error } });
        if (now === 'ok' && before === 'broken')
            await recordEvent(trx, deps, { ...owner, content: { ...about, type: 'connection.healed' } });
        return { ...row, ...saved };
    });
}
