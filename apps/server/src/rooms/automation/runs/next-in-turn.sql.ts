import { type RawBuilder, sql } from 'kysely';
import type { FreeSlots } from '../../../kernel/runtime/fair-pool.ts';

/** Rows that wait for a run. A partial index has them by environment, time and id. */
export interface RunQueue {
    table: 'function_runs' | 'syncs';
    /** The predicate of the index, of a row that is called `queue`. */
    waits: RawBuilder<unknown>;
    since: 'created_at' | 'waiting_since';
}

/** Whose turn it is. */
export interface Turn extends Pick<FreeSlots, 'fullEnvironments' | 'inWork' | 'limit'> {
    /** The environment that had the last turn. */
    after: string;
}

/** Before the first environment. */
export const fromTheStart = '00000000-0000-0000-0000-000000000000';

/** So many environments are looked at for one turn; the next turn goes on behind the last one. */
const environmentsAtOnce = 32;

/**
 * Locks the next rows: of environments in turn, beginning with those that have the fewest in work,
 * and of each environment the oldest.
 * @returns CTEs, the last of which is `locked`, with `turn` and `place` to order by and the columns
 * of `more`
 * @race two servers take the same rows: row lock, which others skip
 */
export function lockNextInTurn({ table, waits, since }: RunQueue, { limit, after, inWork, fullEnvironments }: Turn, more = sql``) {
    const from = sql`from ${sql.table(table)} as queue where ${waits}`;
    // One probe of the index for each environment, however many rows it has.
    const next = (where: RawBuilder<unknown>) =>
        sql`select queue.environment_id ${from} and ${where} order by queue.environment_id limit 1`;
    const upTo = sql`queue.environment_id <= ${after}::uuid`;
    const most = sql.lit(environmentsAtOnce);
    // Limits that were parameters would be planned for a tenth of all rows.
    return sql`
        with recursive later (environment_id, place) as (
            select (${next(sql`queue.environment_id > ${after}::uuid`)}), 1
            union all
            select (${next(sql`queue.environment_id > later.environment_id`)}), place + 1
            from later where environment_id is not null and place < ${most}
        ), earlier (environment_id, place) as (
            select (${next(upTo)}), ${most} where (select count(environment_id) from later) < ${most}
            union all
            select (${next(sql`${upTo} and queue.environment_id > earlier.environment_id`)}), place + 1
            from earlier where environment_id is not null and place < 2 * ${most}
        ), in_work as (
            select * from unnest(${[...inWork.keys()]}::uuid[], ${[...inWork.values()]}::int[]) as given (environment_id, count)
        ), candidates as (
            select environments.environment_id, oldest.id, environments.place,
                coalesce(in_work.count, 0) + row_number() over (partition by environments.environment_id order by oldest.since, oldest.id) as turn
            from (select * from later union all select * from earlier) as environments
            left join in_work on in_work.environment_id = environments.environment_id
            cross join lateral (
                select queue.id, queue.${sql.ref(since)} as since ${from} and queue.environment_id = environments.environment_id
                order by queue.${sql.ref(since)}, queue.id
                -- More than are taken, since another server may be taking the first ones.
                limit ${sql.lit(2 * limit + 2)}
            ) as oldest
            where not (environments.environment_id = any(${[...fullEnvironments]}::uuid[]))
        ), locked as (
            select queue.environment_id, queue.id, candidates.turn, candidates.place ${more}
            from candidates
            join ${sql.table(table)} as queue on queue.environment_id = candidates.environment_id and queue.id = candidates.id
            where ${waits}
            order by candidates.turn, candidates.place
            limit ${sql.lit(limit)}
            for update of queue skip locked
        )`;
}
