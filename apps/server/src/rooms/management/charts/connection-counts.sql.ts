import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import type { BucketPlan } from './bucket-plan.ts';

/** In the words of the index. */
const changesState = sql`(events.type in ('connection.broken', 'connection.healed', 'connection.deleted')
    or (events.type = 'auth' and events.payload ->> 'operation' = 'creation'))`;

/** Connections that all can see, of integrations that are in use. */
const counted = (environmentId: string): RawBuilder<unknown> => sql`
    from connections
    join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
        and integrations.enabled and integrations.deleted_at is null
    where connections.environment_id = ${environmentId} and connections.confirm_before is null`;

export interface Counts {
    all: number;
    broken: number;
}

/** How many there are now. */
export async function countConnections(db: Db, environmentId: string): Promise<Counts> {
    const { rows } = await sql<Counts>`
        select (select count(*) ${counted(environmentId)})::float8 as all,
            (select count(*) ${counted(environmentId)} and connections.auth_state = 'broken')::float8 as broken`.execute(db);
    return rows[0] ?? { all: 0, broken: 0 };
}

/** By how much their numbers have changed in each bucket, until now. */
export async function sumChanges(
    db: Db,
    environmentId: string,
    { stepS, offsetS, from }: Pick<BucketPlan, 'stepS' | 'offsetS' | 'from'>
): Promise<(Counts & { bucket: number })[]> {
    const bucket = sql`floor((extract(epoch from at) + ${offsetS}::float8) / ${stepS}::float8)::float8`;
    const { rows } = await sql<Counts & { bucket: number }>`
        with told as materialized (
            select type, events.created_at as at, integrations.id as integration_id,
                case when type <> 'auth' then payload ->> 'connectionId' end as connection_id
            from events
            join integrations on integrations.environment_id = events.environment_id
                and integrations.unique_key = events.payload ->> 'providerConfigKey'
                and integrations.enabled and integrations.deleted_at is null and integrations.created_at <= events.created_at
            where events.environment_id = ${environmentId} and events.created_at >= ${from} and ${changesState}
                and (type <> 'auth' or payload ->> 'success' = 'true')
        ), states as (
            select at, type = 'connection.deleted' as is_gone, type = 'connection.broken' as is_broken,
                -- Without an event before it in this time the event itself says how it was.
                coalesce(lag(type) over (partition by integration_id, connection_id order by at) = 'connection.broken',
                    type = 'connection.healed') as was_broken
            from told where type <> 'auth'
        ), changes as (
            select ${bucket} as bucket, count(*) as all, 0 as broken from told
            where type = 'auth' group by 1
            union all
            select ${bucket}, -count(*) filter (where is_gone), sum(is_broken::integer - was_broken::integer) from states group by 1
        )
        select bucket, sum(changes.all)::float8 as all, sum(broken)::float8 as broken from changes group by 1`.execute(db);
    return rows;
}
