import { failureCauses, type FailureCause } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { latencySums, type TrafficTable } from '../../platform/traffic-counts/traffic-counts.sql.ts';

export interface BucketRow extends Record<FailureCause, number> {
    /** Its number since 1970, by local time. */
    bucket: number;
    calls: number;
    latency: number[];
}

/** What was counted, of one integration or of all; buckets without any are left out. */
export async function readBuckets(
    db: Db,
    table: TrafficTable,
    args: { environmentId: string; integrationId: string | undefined; from: Date; to: Date; stepS: number; offsetS: number }
): Promise<BucketRow[]> {
    const { environmentId, integrationId, from, to, stepS, offsetS } = args;
    const causes = failureCauses.map((cause) => sql`sum(${sql.ref(`${cause}_failures`)})::float8 as ${sql.ref(cause)}`);
    const { rows } = await sql<BucketRow>`
        select floor((extract(epoch from at) + ${offsetS}::float8) / ${stepS}::float8)::float8 as bucket, sum(calls)::float8 as calls,
            ${sql.join(causes)}, ${latencySums(sql`where kind = 'proxy'`)} as latency
        from integrations
        cross join lateral (
            select * from ${sql.table(table)} as kept
            where kept.environment_id = ${environmentId} and kept.integration_id = integrations.id and at >= ${from} and at < ${to}
            -- Looks up each by the key: joined, the planner reads all rows of the environment.
            offset 0
        ) as counted
        where integrations.environment_id = ${environmentId} and deleted_at is null
            ${integrationId === undefined ? sql`` : sql`and integrations.id = ${integrationId}`}
        group by 1`.execute(db);
    return rows;
}
