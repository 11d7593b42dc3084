import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { BucketPlan } from './bucket-plan.ts';

/** Of connections; `at` is the beginning of a bucket. */
export interface Counts {
    at: Date;
    all: number;
    broken: number;
}

type Plan = Pick<BucketPlan, 'stepS' | 'offsetS' | 'from'>;

/** Cheaper than arithmetic of times: a hundred thousand rows are put into buckets. */
const bucketOf = (at: unknown, { stepS, offsetS }: Plan) =>
    sql<Date>`date_bin(make_interval(secs => ${stepS}), ${at}, to_timestamp(0) - make_interval(secs => ${offsetS}))`;

const at = sql.ref('at');

/**
 * The connections that there are now and all can see, of integrations that are in use, by the
 * bucket in which they came; all from before are in one, which is before the first.
 */
export async function countByCreation(db: Db, environmentId: string, plan: Plan): Promise<Omit<Counts, 'broken'>[]> {
    const before = new Date(plan.from.getTime() - 1);
    const { rows } = await sql<Omit<Counts, 'broken'>>`
        with counted as (
            select integration_id, count(*) as all, ${bucketOf(sql`greatest(created_at, ${before}::timestamptz)`, plan)} as at
            from connection_search
            where environment_id = ${environmentId} and is_confirmed
            group by integration_id, at
        )
        select at, sum(counted.all)::float8 as all
        from counted
        join integrations on integrations.environment_id = ${environmentId} and integrations.id = counted.integration_id
            and integrations.enabled and integrations.deleted_at is null
        group by at`.execute(db);
    return rows;
}

/** How many of those of {@link countByCreation} are broken. */
export async function countBroken(db: Db, environmentId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count
        from connections
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            and integrations.enabled and integrations.deleted_at is null
        where connections.environment_id = ${environmentId} and confirm_before is null
            and auth_state = 'broken'`.execute(db);
    return rows[0]?.count ?? 0;
}

/** By how much the numbers of {@link countByCreation} have changed otherwise in each bucket. */
export async function sumChanges(db: Db, environmentId: string, plan: Plan): Promise<Counts[]> {
    const { rows } = await sql<Counts>`
        -- Else whole payloads would be sorted.
        with told as materialized (
            select type, events.created_at as at, integrations.id as integration_id, payload ->> 'connectionId' as connection_id,
                -- Missing where an older server wrote the event beside this one: taken as from before.
                (payload ->> 'connectionCreatedAt')::timestamptz as came_at
            from events
            join integrations on integrations.environment_id = events.environment_id
                and integrations.unique_key = events.payload ->> 'providerConfigKey'
                and integrations.enabled and integrations.deleted_at is null and integrations.created_at <= events.created_at
            where events.environment_id = ${environmentId} and events.created_at >= ${plan.from}
                -- In the words of the index.
                and events.type in ('connection.broken', 'connection.healed', 'connection.deleted')
        ), states as (
            select at, came_at, type = 'connection.deleted' as is_gone, type = 'connection.broken' as is_broken,
                -- Without an event before it in this time the event itself says how it was.
                coalesce(lag(type) over (partition by integration_id, connection_id collate "C" order by at) = 'connection.broken',
                    type = 'connection.healed') as was_broken
            from told
        ), changes as (
            select ${bucketOf(at, plan)} as at, -count(*) filter (where is_gone) as all, sum(is_broken::integer - was_broken::integer) as broken
            from states group by 1
            union all
            select ${bucketOf(sql.ref('came_at'), plan)}, count(*), 0 from states where came_at >= ${plan.from} group by 1
        )
        select at, sum(changes.all)::float8 as all, sum(broken)::float8 as broken from changes group by 1`.execute(db);
    return rows;
}
