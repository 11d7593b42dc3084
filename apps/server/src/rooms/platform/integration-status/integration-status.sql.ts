import { failureCauses, type FailureCause } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { latencySums, type TrafficTable } from '../traffic-counts/traffic-counts.sql.ts';

/** Integrations whose traffic is looked at together. */
export interface Subject {
    /** The unique key, or the provider. */
    key: string;
    isProvider: boolean;
    integrations: readonly { id: string; unique_key: string; provider: string; enabled: boolean; freeze_id: string | null }[];
}

/** @param args.after the unique key before the first */
export async function findIntegrationSubjects(
    db: Db,
    args: { environmentId: string; provider?: string | undefined; after?: string | undefined; limit: number }
): Promise<Subject[]> {
    const { environmentId, provider, after, limit } = args;
    const rows = await db
        .selectFrom('integrations')
        .select(['id', 'unique_key', 'provider', 'enabled', 'freeze_id'])
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
        .$if(after !== undefined, (query) => query.where('unique_key', '>', after ?? ''))
        .orderBy('unique_key')
        .limit(limit)
        .execute();
    return rows.map((row) => ({ key: row.unique_key, isProvider: false, integrations: [row] }));
}

/** @param args.after the provider before the first */
export async function findProviderSubjects(
    db: Db,
    args: { environmentId: string; provider?: string | undefined; after?: string | undefined; limit: number }
): Promise<Subject[]> {
    const { environmentId, provider, after, limit } = args;
    const rows = await db
        .with('page', (with_) =>
            with_
                .selectFrom('integrations')
                .select('provider')
                .distinct()
                .where('environment_id', '=', environmentId)
                .where('deleted_at', 'is', null)
                .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
                .$if(after !== undefined, (query) => query.where('provider', '>', after ?? ''))
                .orderBy('provider')
                .limit(limit)
        )
        .selectFrom('integrations')
        .select(['id', 'unique_key', 'provider', 'enabled', 'freeze_id'])
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .where('provider', 'in', (query) => query.selectFrom('page').select('page.provider'))
        .orderBy('provider')
        .execute();
    return [...Map.groupBy(rows, (row) => row.provider)].map(([key, integrations]) => ({ key, isProvider: true, integrations }));
}

export interface CountedRow extends Record<FailureCause, number> {
    key: string;
    at: Date;
    calls: number;
    /** Those of them that are of no connection. */
    failures_without_connection: number;
    latency: number[];
    refreshes: number;
    failed_refreshes: number;
    /** As `failed_connections`, of refreshes alone. */
    unrefreshed_connections: string | null;
    /** One bit for each connection, as 0 and 1. */
    connections: string;
    /** Null: no call failed. */
    failed_connections: string | null;
}

export interface Period {
    from: Date;
    /** Not included. */
    to: Date;
}

/** Looks up each integration by the key: joined, all of the environment's rows are read. */
const onePerIntegration = sql`offset 0`;

/** What was counted for each subject, by time; `whole`: of the whole period. */
export async function readCounts(
    db: Db,
    table: TrafficTable,
    args: { environmentId: string; subjects: readonly Subject[]; whole?: boolean } & Period
): Promise<CountedRow[]> {
    const given = args.subjects.flatMap(({ key, integrations }) => integrations.map(({ id }) => ({ key, id })));
    const failed = sql.join(
        failureCauses.map((cause) => sql`${sql.ref(`${cause}_failures`)}`),
        sql` + `
    );
    const at = args.whole ? sql`${args.from}::timestamptz` : sql`counted.at`;
    const { rows } = await sql<CountedRow>`
        select given.key, ${at} as at, sum(calls) as calls,
            ${sql.join(failureCauses.map((cause) => sql`sum(${sql.ref(`${cause}_failures`)}) as ${sql.ref(cause)}`))},
            sum(failures_without_connection) as failures_without_connection,
            ${latencySums(sql`where kind = 'proxy'`)} as latency,
            coalesce(sum(calls) filter (where kind = 'refresh'), 0) as refreshes,
            coalesce(sum(${failed}) filter (where kind = 'refresh'), 0) as failed_refreshes,
            (bit_or(failed_connections) filter (where kind = 'refresh' and ${failed} > 0))::text as unrefreshed_connections,
            bit_or(connections)::text as connections,
            case when sum(${failed}) > 0 then bit_or(failed_connections)::text end as failed_connections
        from unnest(${given.map(({ key }) => key)}::text[], ${given.map(({ id }) => id)}::uuid[]) as given (key, integration_id)
        cross join lateral (
            select * from ${sql.table(table)} as rows
            where environment_id = ${args.environmentId} and rows.integration_id = given.integration_id
                and at >= ${args.from} and at < ${args.to}
            ${onePerIntegration}
        ) as counted
        group by 1, 2 order by 1, 2`.execute(db);
    return rows;
}

/** How many calls of each subject failed with which status or code, the most frequent first. */
export async function readFailedWith(
    db: Db,
    table: TrafficTable,
    args: { environmentId: string; subjects: readonly Subject[] } & Period
): Promise<{ key: string; at: Date; code: string; count: number }[]> {
    const given = args.subjects.flatMap(({ key, integrations }) => integrations.map(({ id }) => ({ key, id })));
    const { rows } = await sql<{ key: string; at: Date; code: string; count: number }>`
        select given.key, counted.at, code, sum(count::integer) as count
        from unnest(${given.map(({ key }) => key)}::text[], ${given.map(({ id }) => id)}::uuid[]) as given (key, integration_id)
        cross join lateral (
            select at, failed_with from ${sql.table(table)} as rows
            where environment_id = ${args.environmentId} and rows.integration_id = given.integration_id
                and at >= ${args.from} and at < ${args.to} and failed_with <> '{}'
            ${onePerIntegration}
        ) as counted
        cross join lateral jsonb_each_text(failed_with) as with_code (code, count)
        group by 1, 2, 3 order by 4 desc`.execute(db);
    return rows;
}
