import { failureCauses, type TrafficRange, type TrafficView } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import { quantile } from '../../platform/traffic-counts/latency.ts';
import type { TrafficTable } from '../../platform/traffic-counts/traffic-counts.sql.ts';
import { type BucketRow, readBuckets } from './charts.sql.ts';

const minuteS = 60;
const hourS = 60 * minuteS;

/** Of each range the length of its buckets, and how many they are; minutes are kept for a day. */
const rangeBuckets: Record<TrafficRange, { table: TrafficTable; stepS: number; count: number }> = {
    '1h': { table: 'traffic_minutes', stepS: minuteS, count: 60 },
    '24h': { table: 'traffic_hours', stepS: hourS, count: 24 },
    '7d': { table: 'traffic_hours', stepS: 6 * hourS, count: 28 },
    '30d': { table: 'traffic_hours', stepS: 24 * hourS, count: 30 }
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
    const { table, stepS, count } = rangeBuckets[range];
    const offsetS = args.offset * minuteS;
    const last = Math.floor((clock.now().getTime() / 1000 + offsetS) / stepS);
    const first = last - count + 1;
    const timeOf = (bucket: number) => new Date((bucket * stepS - offsetS) * 1000);
    const period = { from: timeOf(first), to: timeOf(last + 1) };
    const rows = await readBuckets(db, table, { environmentId, integrationId, stepS, offsetS, ...period });
    const byBucket = new Map(rows.map((row) => [row.bucket, row]));
    return {
        step_s: stepS,
        until: period.to.toISOString(),
        total: figuresOf(rows),
        buckets: Array.from({ length: count }, (_, index) => {
            const row = byBucket.get(first + index);
            return { at: timeOf(first + index).toISOString(), ...figuresOf(row ? [row] : []) };
        })
    };
}

function figuresOf(rows: readonly BucketRow[]): TrafficView['total'] {
    const sum = (of: (row: BucketRow) => number) => rows.reduce((total, row) => total + of(row), 0);
    const latency = (rows[0]?.latency ?? []).map((_, index) => sum((row) => row.latency[index] ?? 0));
    const [provider, credentials, rateLimit, platform] = failureCauses.map((cause) => sum((row) => row[cause]));
    return {
        calls: sum(({ calls }) => calls),
        failures: { provider: provider ?? 0, credentials: credentials ?? 0, rate_limit: rateLimit ?? 0, platform: platform ?? 0 },
        p50_ms: quantile(latency, 0.5) ?? null,
        p95_ms: quantile(latency, 0.95) ?? null,
        p99_ms: quantile(latency, 0.99) ?? null
    };
}
