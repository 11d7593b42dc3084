import type { Deps } from '../../../deps.ts';
import { nextRefreshAt } from '../connection-store/refresh-schedule.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { isRefreshable } from '../provider-calls/credential-types/credential-types.ts';
import { busyIntegrations, type InProgress, startWork, withLeased } from './leased-work.ts';
import { leaseMs, recordFailure, refreshUnderLease } from './refresh-credentials.ts';
import type { RefreshError } from './refresh-failure.ts';
import { spareRestored } from './spare-restored.ts';
import { claimDue, type Lease, releaseAllLeases, releaseLease } from './refresh.sql.ts';

/** Per integration; a round may exceed it once. A hanging provider leaves room for others. */
const maxPerIntegration = 25;

/**
 * Claims at most `limit` due connections and refreshes them: idle grants before they expire,
 * failed ones after their backoff, and leases whose holder died. A token that nothing renews is
 * broken at its end.
 * @param inProgress of earlier calls too: an integration that has its share is left out
 * @returns the work on each; it never fails
 * @race two servers renew one connection: a lease in the row, by compare-and-set
 */
export async function refreshDue(deps: Deps, limit: number, inProgress: InProgress = new Map()): Promise<Promise<void>[]> {
    const now = deps.clock.now();
    const except = busyIntegrations(inProgress, maxPerIntegration);
    const leases = await claimDue(deps.db, { now, until: new Date(now.getTime() + leaseMs), limit, except });
    return startWork(deps, leases, inProgress, (lease) =>
        withLeased(deps, lease, 'refresh_due_at', async (connection) => {
            if (await spareRestored(deps, connection, lease)) return;
            if (isRefreshable(connection)) await refreshUnderLease(deps, connection, lease);
            else await endExpired(deps, connection, lease);
        })
    );
}

/** With the built-in database there is one server, so leases from before the start are stale. */
export async function releaseStaleLeases({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
    if (config.database.kind === 'embedded') await releaseAllLeases(db, clock.now());
}

/** A token that nothing renews is looked at when it ends; what older releases left due, once. */
async function endExpired(deps: Deps, connection: UsableConnection, lease: Lease): Promise<void> {
    const { row, integration } = connection;
    const now = deps.clock.now();
    const dueAt = nextRefreshAt(integration.provider, { ...connection, connectionId: row.connection_id }, now);
    if (dueAt && dueAt <= now) return recordFailure(deps, connection, lease, tokenEnded);
    await releaseLease(deps.db, lease, { refresh_due_at: dueAt });
}

const tokenEnded: RefreshError = {
    kind: 'revoked',
    cause: 'access_expired',
    message: 'The access token has ended, and there is no refresh token. Ask the end user to connect again, or import another one.',
    isAmbiguous: false,
    hasExpired: true
};
