import { failureCauses, type TrafficView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { quantile } from '../../platform/traffic-counts/latency.ts';
import type { TrafficTable } from '../../platform/traffic-counts/traffic-counts.sql.ts';
import type { RecordTable } from '../../platform/record-counts/record-counts.sql.ts';
import { beginningWithPrevious, type BucketPlan, type PeriodQuery, planBuckets, toView } from './bucket-plan.ts';
import { type BucketRow, type ChangesRow, readBuckets, readChanges } from './charts.sql.ts';
import { listSettingsChanges } from './settings-changes.ts';

interface Tables {
    traffic: TrafficTable;
    records: RecordTable;
}

/** A month of hours of many integrations would take too long to add up. */
function tablesOf({ isByHours, isByDays }: BucketPlan, integrationId: string | undefined): Tables {
    if (!isByHours) return { traffic: 'traffic_minutes', records: 'record_minutes' };
    return { traffic: isByDays && integrationId === undefined ? 'traffic_days' : 'traffic_hours', records: 'record_hours' };
}

/** @throws {AppError} `not_found` */
export async function readTraffic(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    args: { environmentId: string; integrationKey: string | undefined; environmentName: string } & PeriodQuery
): Promise<TrafficView> {
    const { environmentId, integrationKey, environmentName } = args;
    const integrationId = integrationKey === undefined ? undefined : await findIntegrationIdByKey(db, environmentId, integrationKey);
    if (integrationKey !== undefined && integrationId === undefined) throw integrationNotFound(integrationKey);
    const plan = planBuckets(args, clock.now(), { daysAreUtc: integrationId === undefined });
    const tables = tablesOf(plan, integrationId);
    const period = { environmentId, integrationId, ...plan, from: beginningWithPrevious(plan) };
    const [rows, changed, changes] = await Promise.all([
        readBuckets(db, tables.traffic, period),
        readChanges(db, tables.records, period),
        listSettingsChanges(db, { environmentName, integrationKey, ...plan })
    ]);
    const view = toView(plan, (first, count) => {
        const isIn = ({ bucket }: { bucket: number }) => bucket >= first && bucket < first + count;
        return figuresOf(rows.filter(isIn), changed.filter(isIn));
    });
    return { ...view, changes };
}

function figuresOf(rows: readonly BucketRow[], changes: readonly ChangesRow[]): TrafficView['total'] {
    const changed = (of: (row: ChangesRow) => number) => changes.reduce((total, row) => total + of(row), 0);
    const sum = (of: (row: BucketRow) => number) => rows.reduce((total, row) => total + of(row), 0);
    const latency = (rows[0]?.latency ?? []).map((_, index) => sum((row) => row.latency[index] ?? 0));
    const [provider, credentials, rateLimit, platform] = failureCauses.map((cause) => sum((row) => row[cause]));
    return {
        calls: sum(({ calls }) => calls),
        failures: { provider: provider ?? 0, credentials: credentials ?? 0, rate_limit: rateLimit ?? 0, platform: platform ?? 0 },
        p50_ms: quantile(latency, 0.5) ?? null,
        p95_ms: quantile(latency, 0.95) ?? null,
        p99_ms: quantile(latency, 0.99) ?? null,
        records: {
            added: changed(({ added }) => added),
            updated: changed(({ updated }) => updated),
            deleted: changed(({ deleted }) => deleted)
        }
    };
}
