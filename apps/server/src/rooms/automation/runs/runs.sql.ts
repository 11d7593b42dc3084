import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

export interface NewRun {
    environmentId: string;
    id: string;
    connectionRowId: number;
    kind: 'sync' | 'action';
    name: string;
    variant: string | null;
    now: Date;
}

/** A run that begins at once. */
export async function insertRun(db: Db, run: NewRun): Promise<void> {
    await db
        .insertInto('function_runs')
        .values({
            environment_id: run.environmentId,
            id: run.id,
            connection_row_id: run.connectionRowId,
            kind: run.kind,
            name: run.name,
            variant: run.variant,
            status: 'running',
            created_at: run.now,
            started_at: run.now
        })
        .execute();
}

export interface RunEnd {
    status: 'succeeded' | 'failed' | 'interrupted';
    /** JSON. */
    counts?: string | null;
    error?: string | null;
    output?: string | null;
    log: string | null;
    calls: number;
    now: Date;
}

export function endOfRun({ status, counts = null, error = null, output = null, log, calls, now }: RunEnd) {
    return { status, finished_at: now, lease_until: null, counts, error, output, log, calls };
}

/** The run of a server that is gone. */
export async function endAbandonedRun(db: Db, { environmentId, id }: Pick<NewRun, 'environmentId' | 'id'>, now: Date): Promise<void> {
    await db
        .updateTable('function_runs')
        .set({ status: 'interrupted', finished_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute();
}

/** An interruption leaves a run as it is that has ended already. */
export async function endRun(db: Db, { environmentId, id }: Pick<NewRun, 'environmentId' | 'id'>, end: RunEnd): Promise<void> {
    await db
        .updateTable('function_runs')
        .set(endOfRun(end))
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .$if(end.status === 'interrupted', (query) => query.where('status', 'in', ['running', 'interrupted']))
        .execute();
}

/** @returns whether the lock is this run's now */
export async function takeLock(
    db: Db,
    { environmentId, key, runId, until, now }: { environmentId: string; key: string; runId: string; until: Date; now: Date }
): Promise<boolean> {
    const { rows } = await sql`
        insert into function_locks (environment_id, key, run_id, held_until) values (${environmentId}, ${key}, ${runId}, ${until})
        on conflict (environment_id, key) do update set run_id = excluded.run_id, held_until = excluded.held_until
            where function_locks.held_until < ${now} or function_locks.run_id = ${runId}
        returning key`.execute(db);
    return rows.length > 0;
}

/** @param key null: all of the run's */
export async function giveLockBack(db: Db, environmentId: string, runId: string, key: string | null): Promise<boolean> {
    const { numDeletedRows } = await db
        .deleteFrom('function_locks')
        .where('environment_id', '=', environmentId)
        .where('run_id', '=', runId)
        .$if(key !== null, (query) => query.where('key', '=', key ?? ''))
        .executeTakeFirst();
    return numDeletedRows > 0n;
}
