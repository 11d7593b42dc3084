import { failureCauses, type FailureCause } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import type { RecordTable } from '../../platform/record-counts/record-counts.sql.ts';
import { latencySums, type TrafficTable } from '../../platform/traffic-counts/traffic-counts.sql.ts';

export interface BucketRow extends Record<FailureCause, number> {
    /** Its number since 1970, by local time. */
    bucket: number;
    calls: number;
    latency: number[];
}

interface Period {
    environmentId: string;
    /** Undefined: all that are not deleted. */
    integrationId: string | undefined;
    from: Date;
    to: Date;
    stepS: number;
    offsetS: number;
}

/** Rows of the period of each integration. */
const countedIn = (table: TrafficTable | RecordTable, { environmentId, integrationId, from, to }: Period) => sql`
        from integrations
        cross join lateral (
            select * from ${sql.table(table)} as kept
            where kept.environment_id = ${environmentId} and kept.integration_id = integrations.id and at >= ${from} and at < ${to}
            -- Looks up each by the key: joined, the planner reads all rows of the environment.
            offset 0
        ) as counted
        where integrations.environment_id = ${environmentId} and deleted_at is null
            ${integrationId === undefined ? sql`` : sql`and integrations.id = ${integrationId}`}`;

const bucketOf = ({ stepS, offsetS }: Period) =>
    sql`floor((extract(epoch from at) + ${offsetS}::float8) / ${stepS}::float8)::float8 as bucket`;

/** What was counted, of one integration or of all; buckets without any are left out. */
export async function readBuckets(db: Db, table: TrafficTable, period: Period): Promise<BucketRow[]> {
    const causes = failureCauses.map((cause) => sql`sum(${sql.ref(`${cause}_failures`)})::float8 as ${sql.ref(cause)}`);
    const { rows } = await sql<BucketRow>`
        select ${bucketOf(period)}, sum(calls)::float8 as calls, ${sql.join(causes)}, ${latencySums(sql`where kind = 'proxy'`)} as latency
        ${countedIn(table, period)} group by 1`.execute(db);
    return rows;
}

export interface ChangesRow {
    bucket: number;
    added: number;
    updated: number;
    deleted: number;
}

/** The same of records that syncs have changed. */
export async function readChanges(db: Db, table: RecordTable, period: Period): Promise<ChangesRow[]> {
    const { rows } = await sql<ChangesRow>`
        select ${bucketOf(period)}, sum(added)::float8 as added, sum(updated)::float8 as updated, sum(counted.deleted)::float8 as deleted
        ${countedIn(table, period)} group by 1`.execute(db);
    return rows;
}

/** Entries of the audit log that succeeded, newest first. */
export function findChangesOf(
    db: Db,
    { environmentName, from, to, actions }: { environmentName: string; from: Date; to: Date; actions: readonly string[] },
    limit: number
) {
    return db
        .selectFrom('audit_entries')
        .select(['at', 'action', 'target'])
        .where('environment_name', '=', environmentName)
        .where('id', '>=', firstIdAt(from))
        .where('id', '<', firstIdAt(to))
        .where('action', 'in', actions)
        .where('status', '<', 300)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}
