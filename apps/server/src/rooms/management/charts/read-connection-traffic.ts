import type { ConnectionTrafficView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { beginningWithPrevious, type PeriodQuery, planBuckets, toView } from './bucket-plan.ts';
import { sumRequests } from './connection-traffic.sql.ts';
import { listSettingsChanges } from './settings-changes.ts';

/** More would take too long to read each time. */
const mostRequests = 10_000;

export async function readConnectionTraffic(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    { row, environmentName, ...query }: { row: WholeRow; environmentName: string } & PeriodQuery
): Promise<ConnectionTrafficView> {
    const { environment_id: environmentId, integration_key: integrationKey, connection_id: connectionId, created_at: madeAt } = row;
    const plan = planBuckets(query, clock.now());
    // Ids of connections are given again, so what is older is of another one.
    const since = new Date(Math.max(beginningWithPrevious(plan).getTime(), madeAt.getTime()));
    const [rows, changes] = await Promise.all([
        sumRequests(db, { environmentId, integrationKey, connectionId, since, plan }, mostRequests),
        listSettingsChanges(db, { environmentName, integrationKey, ...plan })
    ]);
    const wholes = rows.filter(({ bucket }) => bucket === null);
    const isCut = wholes.reduce((sum, { calls }) => sum + calls, 0) >= mostRequests;
    const oldest = Math.min(...wholes.map((whole) => whole.oldest.getTime()));
    const view = toView(plan, (first, count) => {
        const isPrevious = first < plan.first;
        const found = rows.find((each) => each.is_previous === isPrevious && each.bucket === (count === 1 ? first : null));
        const [p50, p95, p99] = found?.latency ?? [];
        return { calls: found?.calls ?? 0, failed: found?.failed ?? 0, p50_ms: rounded(p50), p95_ms: rounded(p95), p99_ms: rounded(p99) };
    });
    return {
        ...view,
        previous: isCut ? null : view.previous,
        counted_since: isCut && oldest > plan.from.getTime() ? new Date(oldest).toISOString() : null,
        changes
    };
}

const rounded = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms));
