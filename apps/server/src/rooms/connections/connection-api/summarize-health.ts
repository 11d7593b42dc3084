import { type HealthCause, healthCauses, type SuccessIn, type summarizeHealth as contract } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { countPendingApprovals, countUnchecked, findFailing } from '../connection-store/health.sql.ts';

const mostOutages = 100;

/** How many connections are not healthy, and what broke them. Reads only those. */
export async function summarizeHealth(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    environmentId: string
): Promise<SuccessIn<typeof contract>['data']> {
    const [{ causes, outages }, unverified, pendingApprovals] = await Promise.all([
        findFailing(db, environmentId, mostOutages),
        countUnchecked(db, environmentId),
        countPendingApprovals(db, environmentId, clock.now())
    ]);
    const counts = { unverified, degraded: 0, needs_attention: 0, needs_reconnect: 0 };
    for (const { cause, count } of causes) {
        const { status } = healthCauses[cause];
        if (status !== 'paused') counts[status] += count;
    }
    return {
        counts,
        pending_approvals: pendingApprovals,
        outages: outages.map(({ unique_key, cause, count, since, until }) => ({
            integration_id: unique_key,
            status: statusOf(cause),
            cause,
            count,
            since: since.toISOString(),
            until: until.toISOString()
        }))
    };
}

function statusOf(cause: HealthCause) {
    return healthCauses[cause].status;
}
