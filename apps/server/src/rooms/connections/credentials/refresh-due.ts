import { isDatabaseUnavailable } from '@patchbay/db';
import type { LogFields } from '../../../kernel/log/log.ts';
import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { checkCredentials } from '../provider-calls/check-credentials.ts';
import { releaseLeaseAndRecord, recordFailure, leaseMs, refreshUnderLease } from './refresh-credentials.ts';
import { CredentialsUnavailableError, type RefreshError } from './refresh-failure.ts';
import { nextRefreshAt } from '../connection-store/refresh-schedule.ts';
import { claimDue, releaseAllLeases, releaseLease, type Lease } from './refresh.sql.ts';
import { isRefreshable } from '../provider-calls/request-refresh.ts';
import { nameOf } from '../../platform/integrations/open-integration.ts';
import { findWholeById, type WholeRow } from '../connection-store/usable-connection.sql.ts';
import { openConnection, type UsableConnection } from '../connection-store/open-connection.ts';

const postponedMs = 3_600_000;
/** Per integration; a round may exceed it once. A hanging provider leaves room for others. */
const maxPerIntegration = 25;

/** How many renewals of each integration, by its id, are under way in this process. */
export type RefreshesInProgress = Map<string, number>;

/**
 * Claims at most `limit` due connections and refreshes them: idle grants before they expire,
 * failed ones after their backoff, and leases whose holder died. Unverified imports are checked.
 * @param inProgress of earlier calls too: an integration that has its share is left out
 * @returns the work on each; it never fails
 * @race two servers renew one connection: a lease in the row, by compare-and-set
 */
export async function refreshDue(deps: Deps, limit: number, inProgress: RefreshesInProgress = new Map()): Promise<Promise<void>[]> {
    const now = deps.clock.now();
    const except = [...inProgress].filter(([, count]) => count >= maxPerIntegration).map(([id]) => id);
    const leases = await claimDue(deps.db, { now, until: new Date(now.getTime() + leaseMs), limit, except });
    return leases.map((lease) => {
        const { integrationId } = lease;
        inProgress.set(integrationId, (inProgress.get(integrationId) ?? 0) + 1);
        return inRequest(deps.ids.uuid(), () => refreshOne(deps, lease)).finally(() => {
            const left = (inProgress.get(integrationId) ?? 1) - 1;
            if (left > 0) inProgress.set(integrationId, left);
            else inProgress.delete(integrationId);
        });
    });
}

/** With the built-in database there is one server, so leases from before the start are stale. */
export async function releaseStaleLeases({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
    if (config.database.kind === 'embedded') await releaseAllLeases(db, clock.now());
}

/** A database that is away leaves the connection due when the lease ends. */
async function refreshOne(deps: Deps, lease: Lease): Promise<void> {
    let row: WholeRow | undefined;
    try {
        row = await findWholeById(deps.db, lease.key);
        if (row?.generation !== lease.generation) return;
        const connection = openConnection(deps, row);
        if (isRefreshable(connection)) await refreshUnderLease(deps, connection, lease);
        else await checkUnverified(deps, connection, lease);
    } catch (error) {
        // Written down where it belongs: in the connection.
        if (error instanceof CredentialsUnavailableError) return;
        const about = {
            environment: lease.key.environment_id,
            ...(row ? { integration_id: row.integration_key, connection_id: row.connection_id } : {})
        };
        deps.log.warn('refresh_not_started: it is tried again when the lease ends', { ...about, error });
        if (!isDatabaseUnavailable(error)) await postpone(deps, lease, about);
    }
}

/** For unreadable secrets or an unknown provider: must not become due every few seconds. */
async function postpone({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, lease: Lease, about: LogFields): Promise<void> {
    const later = new Date(clock.now().getTime() + postponedMs);
    await releaseLease(db, lease, { refresh_due_at: later }).catch((error: unknown) =>
        log.warn('refresh_not_postponed', { ...about, error })
    );
}

/** For keys and passwords whose provider could not be reached when they were imported. */
async function checkUnverified(deps: Deps, connection: UsableConnection, lease: Lease): Promise<void> {
    const { provider } = connection.integration;
    const isDue = nextRefreshAt(
        provider,
        { ...connection, connectionId: connection.row.connection_id, verifiedAt: connection.row.verified_at },
        deps.clock.now()
    );
    // A token that nothing can renew is looked at when it ends.
    if (provider.auth_mode === 'OAUTH2' && isDue && isDue <= deps.clock.now()) return recordFailure(deps, connection, lease, tokenEnded);
    if (provider.auth_mode === 'OAUTH2') return void (await releaseLease(deps.db, lease, { refresh_due_at: isDue }));
    if (!isDue) return void (await releaseLease(deps.db, lease, { refresh_due_at: null }));
    const verdict = await checkCredentials(deps, connection, deps.providerTimeouts.tokenMs);
    if (verdict.outcome === 'accepted') {
        const verified = verdict.isChecked ? { verified_at: deps.clock.now() } : {};
        const healed = { ...verified, refresh_due_at: null, auth_state: 'ok' as const, auth_failure: null };
        return void (await releaseLeaseAndRecord(deps, connection, lease, healed, connection.row.auth_failure?.event_id ? {} : undefined));
    }
    await recordFailure(deps, connection, lease, toRefreshError(verdict.outcome, nameOf(connection.integration), verdict.reason));
}

const tokenEnded: RefreshError = {
    kind: 'revoked',
    cause: 'access_expired',
    message: 'The access token has ended, and there is no refresh token. Ask the end user to connect again, or import another one.',
    isAmbiguous: false,
    hasExpired: true
};

function toRefreshError(outcome: 'rejected' | 'unreachable' | 'misconfigured', name: string, reason = ''): RefreshError {
    const isAmbiguous = false;
    if (outcome === 'unreachable')
        return {
            kind: 'transient',
            cause: 'provider_unavailable',
            message: `${reason} Patchbay will retry automatically.`.trim(),
            isAmbiguous
        };
    if (outcome === 'misconfigured') return { kind: 'configuration', cause: 'address_unusable', message: reason, isAmbiguous };
    const said = reason === '' ? '' : ` (${reason})`;
    return {
        kind: 'revoked',
        cause: 'credentials_refused',
        message: `${name} refused these credentials${said}. Ask the end user to connect again, or import others.`,
        isAmbiguous
    };
}
