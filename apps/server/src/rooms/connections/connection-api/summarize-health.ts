import { type HealthCause, healthCauses, type SuccessIn, type summarizeHealth as contract } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { countByCause, findOutages } from '../connection-store/health.sql.ts';

const mostOutages = 100;

/** How many connections are not healthy, and what broke them. Reads only those. */
export async function summarizeHealth({ db }: Pick<Deps, 'db'>, environmentId: string): Promise<SuccessIn<typeof contract>['data']> {
    const [counted, outages] = await Promise.all([countByCause(db, environmentId), findOutages(db, environmentId, mostOutages)]);
    const counts = { unverified: 0, degraded: 0, needs_attention: 0, needs_reconnect: 0 };
    for (const { cause, count } of counted) {
        const { status } = healthCauses[cause];
        if (status !== 'paused') counts[status] += count;
    }
    return {
        counts,
        outages: outages.map(({ unique_key, cause, count, since, until }) => ({
            integration_id: unique_key,
            status: statusOf(cause),
            cause,
            count: Number(count),
            since: since.toISOString(),
            until: until.toISOString()
        }))
    };
}

function statusOf(cause: HealthCause) {
    return healthCauses[cause].status;
}
