import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import type { BucketPlan } from './bucket-plan.ts';

interface FiguresRow {
    is_previous: boolean;
    /** Null: of all of the period. */
    bucket: number | null;
    calls: number;
    failed: number;
    /** Of p50, p95 and p99. */
    latency: number[] | null;
    oldest: Date;
}

/**
 * Adds up what the request log has of one connection, in buckets and as a whole.
 * @param of.since the connection's beginning, or that of the period before
 * @param most newest requests that are looked at
 */
export async function sumRequests(
    db: Db,
    of: { environmentId: string; integrationKey: string; connectionId: string; since: Date; plan: BucketPlan },
    most: number
): Promise<FiguresRow[]> {
    const { stepS, offsetS, from, to } = of.plan;
    const { rows } = await sql<FiguresRow>`
        with newest as (
            select kind, is_failed, started_at as at, coalesce(connect_ms, 0) + first_byte_ms as ms, started_at < ${from} as is_previous,
                floor((extract(epoch from started_at) + ${offsetS}::float8) / ${stepS}::float8)::float8 as bucket
            from request_log
            where environment_id = ${of.environmentId} and connection_id = ${of.connectionId} and integration_key = ${of.integrationKey}
                and id >= ${firstIdAt(of.since)}::uuid and id < ${firstIdAt(to)}::uuid
                and kind in ('proxy', 'token', 'refresh', 'check', 'revocation')
            order by id desc limit ${most}
        )
        select is_previous, bucket, count(*)::float8 as calls, (count(*) filter (where is_failed))::float8 as failed,
            percentile_cont(array[0.5, 0.95, 0.99]) within group (order by ms) filter (where kind = 'proxy' and ms is not null) as latency,
            min(at) as oldest
        from newest group by grouping sets ((is_previous, bucket), (is_previous))`.execute(db);
    return rows;
}
