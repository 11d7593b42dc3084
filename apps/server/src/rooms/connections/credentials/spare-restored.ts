import type { Deps } from '../../../deps.ts';
import { checkCredentials } from '../provider-calls/check-credentials.ts';
import { expiryOf, isAboutToExpire, nextRefreshAt } from '../connection-store/refresh-schedule.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import { type Lease, releaseLease } from './refresh.sql.ts';

const marginMs = 15 * 60_000;
const againMs = 60_000;

/**
 * After a restored backup the first use of an old refresh token may end a grant that lives on. So
 * an access token that is still good is asked about instead, and the refresh token is used when
 * that one ends. Until then the connection stays on the list of those to look at.
 * @returns whether it was spared
 */
export async function spareRestored(deps: Deps, connection: UsableConnection, lease: Lease): Promise<boolean> {
    const { row, integration } = connection;
    const failure = row.auth_failure;
    const now = deps.clock.now();
    if (failure?.cause !== 'database_restored' || failure.tries > 0) return false;
    if (isAboutToExpire(integration.provider, connection, now)) return false;
    const { outcome } = await checkCredentials(deps, connection, deps.providerTimeouts.tokenMs, { withAccounts: false });
    if (outcome === 'rejected' || outcome === 'misconfigured') return false;
    const isGood = outcome === 'accepted';
    const due = isGood ? dueBefore(connection, now) : new Date(now.getTime() + againMs);
    const told = { ...failure, at: now.toISOString(), retry_at: due.toISOString(), tries: isGood ? 1 : 0 };
    await releaseLease(deps.db, lease, { refresh_due_at: due, auth_failure: JSON.stringify(told) });
    deps.log.info('restored_connection_spared: its access token is checked, its refresh token kept', {
        environment: row.environment_id,
        integration_id: row.integration_key,
        connection_id: row.connection_id,
        code: outcome
    });
    return true;
}

/** When the refresh token is needed. */
function dueBefore({ integration, credentials, row }: UsableConnection, now: Date): Date {
    const end = expiryOf(credentials)?.getTime();
    if (end === undefined) return nextRefreshAt(integration.provider, { connectionId: row.connection_id, credentials }, now) ?? now;
    return new Date(Math.max(now.getTime() + againMs, end - Math.min(marginMs, (end - now.getTime()) / 2)));
}
