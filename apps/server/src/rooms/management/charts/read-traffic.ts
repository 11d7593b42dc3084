import { failureCauses, type TrafficRange, type TrafficView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { quantile } from '../../platform/traffic-counts/latency.ts';
import type { TrafficTable } from '../../platform/traffic-counts/traffic-counts.sql.ts';
import type { RecordTable } from '../../platform/record-counts/record-counts.sql.ts';
import { type BucketRow, type ChangesRow, readBuckets, readChanges } from './charts.sql.ts';

const minuteS = 60;
const hourS = 60 * minuteS;

interface Tables {
    traffic: TrafficTable;
    records: RecordTable;
}

const minutes: Tables = { traffic: 'traffic_minutes', records: 'record_minutes' };
/** Of UTC: a month of hours of many integrations would take too long to add up. */
const days: Tables = { traffic: 'traffic_days', records: 'record_hours' };
const hours: Tables = { traffic: 'traffic_hours', records: 'record_hours' };

/** Of each range the length of its buckets, and how many they are; minutes are kept for a day. */
const rangeBuckets: Record<TrafficRange, { tables: Tables; stepS: number; count: number }> = {
    '1h': { tables: minutes, stepS: minuteS, count: 60 },
    '24h': { tables: hours, stepS: hourS, count: 24 },
    '7d': { tables: hours, stepS: 6 * hourS, count: 28 },
    '30d': { tables: hours, stepS: 24 * hourS, count: 30 }
};

/**
 * @param args.offset minutes that the local time is ahead of UTC
 * @throws {AppError} `not_found`
 */
export async function readTraffic(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    args: { environmentId: string; integrationKey: string | undefined; range: TrafficRange; offset: number }
): Promise<TrafficView> {
    const { environmentId, integrationKey, range } = args;
    const integrationId = integrationKey === undefined ? undefined : await findIntegrationIdByKey(db, environmentId, integrationKey);
    if (integrationKey !== undefined && integrationId === undefined) throw integrationNotFound(integrationKey);
    const isByUtcDay = range === '30d' && integrationId === undefined;
    const { stepS, count, ...usual } = rangeBuckets[range];
    const tables = isByUtcDay ? days : usual.tables;
    // Counts are by the hour of UTC, which half an hour of a zone would tear apart.
    const offsetS = isByUtcDay ? 0 : Math.floor(args.offset / 60) * hourS;
    const last = Math.floor((clock.now().getTime() / 1000 + offsetS) / stepS);
    const first = last - count + 1;
    const timeOf = (bucket: number) => new Date((bucket * stepS - offsetS) * 1000);
    const period = { environmentId, integrationId, stepS, offsetS, from: timeOf(first), to: timeOf(last + 1) };
    const [rows, changes] = await Promise.all([readBuckets(db, tables.traffic, period), readChanges(db, tables.records, period)]);
    return {
        step_s: stepS,
        until: period.to.toISOString(),
        total: figuresOf(rows, changes),
        buckets: Array.from({ length: count }, (_, index) => {
            const isOf = ({ bucket }: { bucket: number }) => bucket === first + index;
            return { at: timeOf(first + index).toISOString(), ...figuresOf(rows.filter(isOf), changes.filter(isOf)) };
        })
    };
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
