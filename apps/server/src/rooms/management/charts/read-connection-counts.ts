import type { ConnectionCountsView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { bucketTime, type PeriodQuery, planBuckets } from './bucket-plan.ts';
import { countBroken, countByCreation, sumChanges } from './connection-counts.sql.ts';

/** As long as events are kept. */
const knownMs = 30 * 24 * 60 * 60_000;

/** Goes back from those that there are now: by when they came, and by what events have told. */
export async function readConnectionCounts(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    { environmentId, ...query }: { environmentId: string } & PeriodQuery
): Promise<ConnectionCountsView> {
    const now = clock.now();
    const plan = planBuckets(query, now);
    const [present, brokenNow, others] = await Promise.all([
        countByCreation(db, environmentId, plan),
        countBroken(db, environmentId),
        sumChanges(db, environmentId, plan)
    ]);
    const changes = [...present.map((came) => ({ ...came, broken: 0 })), ...others];
    const allNow = sum(present.map(({ all }) => all));
    const knownSince = now.getTime() - knownMs;
    return {
        step_s: plan.stepS,
        until: plan.to.toISOString(),
        buckets: Array.from({ length: plan.count }, (_, index) => {
            const bucket = plan.first + index;
            const end = bucketTime(plan, bucket + 1);
            const later = changes.filter(({ at }) => at >= end);
            const all = Math.max(0, allNow - sum(later.map((change) => change.all)));
            const broken = Math.min(all, Math.max(0, brokenNow - sum(later.map((change) => change.broken))));
            const isKnown = end.getTime() > knownSince;
            return {
                at: bucketTime(plan, bucket).toISOString(),
                working: isKnown ? all - broken : null,
                needs_reconnecting: isKnown ? broken : null
            };
        })
    };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
