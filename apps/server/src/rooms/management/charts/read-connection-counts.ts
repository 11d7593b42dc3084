import type { ConnectionCountsView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { bucketTime, type PeriodQuery, planBuckets } from './bucket-plan.ts';
import { countConnections, sumChanges } from './connection-counts.sql.ts';

/** As long as events are kept. */
const knownMs = 30 * 24 * 60 * 60_000;

/** Goes back from how many there are now, by what events have told since. */
export async function readConnectionCounts(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    { environmentId, ...query }: { environmentId: string } & PeriodQuery
): Promise<ConnectionCountsView> {
    const now = clock.now();
    const plan = planBuckets(query, now);
    const [present, changes] = await Promise.all([countConnections(db, environmentId), sumChanges(db, environmentId, plan)]);
    const knownSince = now.getTime() - knownMs;
    return {
        step_s: plan.stepS,
        until: plan.to.toISOString(),
        buckets: Array.from({ length: plan.count }, (_, index) => {
            const bucket = plan.first + index;
            const later = changes.filter((change) => change.bucket > bucket);
            const all = Math.max(0, present.all - later.reduce((sum, change) => sum + change.all, 0));
            const broken = Math.min(all, Math.max(0, present.broken - later.reduce((sum, change) => sum + change.broken, 0)));
            const isKnown = bucketTime(plan, bucket + 1).getTime() > knownSince;
            return {
                at: bucketTime(plan, bucket).toISOString(),
                working: isKnown ? all - broken : null,
                needs_reconnecting: isKnown ? broken : null
            };
        })
    };
}
