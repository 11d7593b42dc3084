import { type FailureCause, failureCauses } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import { estimateConnections } from './connection-bits.ts';
import { latencyBuckets } from './latency.ts';
import type { TrafficRow } from './traffic-sum.ts';

export type TrafficTable = 'traffic_minutes' | 'traffic_hours' | 'traffic_days';

const buckets = Array.from({ length: latencyBuckets }, (_, index) => sql.lit(index + 1));
const added = ['calls', ...failureCauses.map((cause) => `${cause}_failures`), 'failures_without_connection'];

/**
 * Adds to the rows that there are. Traffic of integrations that have been deleted is left out.
 * @race two servers add to one row: one statement, in the order of the key, so without deadlocks
 */
export async function addTraffic(db: Db, table: TrafficTable, rows: readonly TrafficRow[]): Promise<void> {
    const numbers = sql.join(added.map((column) => sql`${sql.ref(column)} = kept.${sql.ref(column)} + excluded.${sql.ref(column)}`));
    await sql`
        insert into ${sql.table(table)} as kept (environment_id, integration_id, at, kind, ${sql.join(added.map((column) => sql.ref(column)))},
            failed_with, latency, connections, failed_connections)
        select given.environment_id, integrations.id, at, kind, ${sql.join(added.map((column) => sql.ref(column)))},
            failed_with, latency, connections, failed_connections
        from json_to_recordset(${JSON.stringify(rows)}::json) as given (environment_id uuid, integration_key text, at timestamptz,
            kind text, ${sql.join(added.map((column) => sql`${sql.ref(column)} integer`))}, failed_with jsonb, latency integer[],
            connections bit(256), failed_connections bit(256))
        join integrations on integrations.environment_id = given.environment_id and integrations.unique_key = given.integration_key
        order by 1, 2, 3, 4
        on conflict (environment_id, integration_id, at, kind) do update set ${numbers},
            failed_with = case when excluded.failed_with = '{}' then kept.failed_with else (
                select jsonb_object_agg(code, count) from (
                    select code, sum(count::integer) as count
                    from (select * from jsonb_each_text(kept.failed_with) union all select * from jsonb_each_text(excluded.failed_with))
                        as both_of (code, count)
                    group by code) as sums
                ) end,
            latency = array[${sql.join(buckets.map((bucket) => sql`kept.latency[${bucket}] + excluded.latency[${bucket}]`))}],
            connections = kept.connections | excluded.connections,
            failed_connections = kept.failed_connections | excluded.failed_connections`.execute(db);
}

/** {@link estimateConnections} of a `bit(256)`. */
export function estimatedConnections(bits: RawBuilder<unknown>): RawBuilder<number> {
    return sql<number>`round(256 * ln(256.0 / greatest(256 - bit_count(${bits}), 1)))`;
}

/** Of one integration. Connections are estimated; more than about a thousand are not told apart. */
export interface Traffic {
    integrationId: string;
    calls: number;
    failures: Record<FailureCause, number>;
    latency: readonly number[];
    connections: number;
    failedConnections: number;
}

interface SummedRow {
    integration_id: string;
    calls: number;
    latency: number[];
    connections: number;
    failed_connections: number;
}

/** The buckets of all rows together. @param filter which rows, as `where …` */
export function latencySums(filter?: RawBuilder<unknown>): RawBuilder<unknown> {
    const which = filter ? sql`filter (${filter})` : sql``;
    return sql`array[${sql.join(buckets.map((bucket) => sql`coalesce(sum(latency[${bucket}]) ${which}, 0)::float8`))}]`;
}

const columns: RawBuilder<unknown> = sql`sum(calls) as calls,
    ${sql.join(failureCauses.map((cause) => sql`sum(${sql.ref(`${cause}_failures`)}) as ${sql.ref(cause)}`))},
    ${latencySums()} as latency,
    bit_count(bit_or(connections)) as connections, bit_count(bit_or(failed_connections)) as failed_connections`;

/**
 * The traffic of each integration that had any since then, of all kinds.
 * @param args.integrationIds absent: all of the environment
 */
export async function readRecentTraffic(
    db: Db,
    args: { environmentId: string; integrationIds?: readonly string[] | undefined; since: Date }
): Promise<Traffic[]> {
    const ofIntegrations = args.integrationIds ? sql`and integrations.id = any(${args.integrationIds}::uuid[])` : sql``;
    const { rows } = await sql<SummedRow & Record<FailureCause, number>>`
        select integration_id, ${columns} from integrations
        cross join lateral (
            select * from traffic_minutes
            where environment_id = ${args.environmentId} and integration_id = integrations.id and at >= ${args.since}
            -- Looks up each by the key: joined, the planner reads the whole day of the environment.
            offset 0
        ) as recent
        where integrations.environment_id = ${args.environmentId} and deleted_at is null ${ofIntegrations}
        group by integration_id`.execute(db);
    return rows.map((row) => ({
        integrationId: row.integration_id,
        calls: row.calls,
        failures: { provider: row.provider, credentials: row.credentials, rate_limit: row.rate_limit, platform: row.platform },
        latency: row.latency,
        connections: estimateConnections(row.connections),
        failedConnections: estimateConnections(row.failed_connections)
    }));
}
