import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

export type TaskKind = 'dry-run' | 'deployment';

interface Key {
    environmentId: string;
    id: string;
}

export async function insertTask(
    trx: Db,
    { environmentId, id, kind, request, now }: Key & { kind: TaskKind; request: string; now: Date }
): Promise<void> {
    await trx
        .insertInto('function_tasks')
        .values({ environment_id: environmentId, id, kind, status: 'waiting', request, created_at: now })
        .execute();
}

export function findTask(db: Db, { environmentId, id }: Key, kind: TaskKind) {
    return db
        .selectFrom('function_tasks')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst();
}
export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>;

/** @returns the task, which is this server's now; undefined: another one has it, or had */
export async function claimTask(db: Db, { environmentId, id }: Key, { leaseUntil, now }: { leaseUntil: Date; now: Date }) {
    return db
        .updateTable('function_tasks')
        .set({ status: 'running', started_at: now, lease_until: leaseUntil })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .returningAll()
        .executeTakeFirst();
}

export async function renewTask(db: Db, { environmentId, id }: Key, leaseUntil: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('function_tasks')
        .set({ lease_until: leaseUntil })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

export async function endTask(
    db: Db,
    { environmentId, id }: Key,
    { result, error, now }: { result: string | null; error: string | null; now: Date }
): Promise<void> {
    await db
        .updateTable('function_tasks')
        .set({ status: error === null ? 'success' : 'failed', result, error, finished_at: now, lease_until: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute();
}

/** Of servers that are gone: they are not repeated. */
export async function failAbandonedTasks(db: Db, error: string, now: Date): Promise<void> {
    await db
        .updateTable('function_tasks')
        .set({ status: 'failed', error, finished_at: now, lease_until: null })
        .where('status', '=', 'running')
        .where('lease_until', '<', now)
        .execute();
}

/** Their job was lost. */
export async function findWaitingTasks(db: Db, before: Date, limit: number): Promise<Key[]> {
    const { rows } = await sql<Key>`
        select environment_id as "environmentId", id from function_tasks
        where status = 'waiting' and created_at < ${before} order by created_at limit ${limit}`.execute(db);
    return rows;
}

export async function countOpenTasks(db: Db, environmentId: string): Promise<number> {
    const { count } = await db
        .selectFrom('function_tasks')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('environment_id', '=', environmentId)
        .where('status', 'in', ['waiting', 'running'])
        .executeTakeFirstOrThrow();
    return count;
}
