import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { findWholeById, type WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';

export interface NewRun {
    environmentId: string;
    id: string;
    integrationId: string;
    /** Null: it is not stored. */
    connectionRowId: number | null;
    /** Of a connection that is not stored. */
    connectionId?: string;
    kind: 'sync' | 'on-event';
    name: string;
    variant: string | null;
    /** Of one whose lease is its own. */
    leaseUntil?: Date;
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
            integration_id: run.integrationId,
            connection_id: run.connectionId ?? null,
            kind: run.kind,
            name: run.name,
            variant: run.variant,
            status: 'running',
            created_at: run.now,
            started_at: run.now,
            lease_until: run.leaseUntil ?? null
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
    /** Of an action: how often what it changed may still be read, which has failed. */
    rereadsLeft?: number | null;
    now: Date;
}

export function endOfRun({ status, counts = null, error = null, output = null, log, calls, rereadsLeft = null, now }: RunEnd) {
    return { status, finished_at: now, lease_until: null, counts, error, output, log, calls, rereads_left: rereadsLeft };
}

/**
 * Fills in the integration of runs that the release before has inserted.
 * @returns how many
 */
export async function fillIntegrations(db: Db, limit: number): Promise<number> {
    const { numAffectedRows } = await sql`
        update function_runs as runs set integration_id = connections.integration_id
        from connections
        where connections.environment_id = runs.environment_id and connections.id = runs.connection_row_id
            and runs.integration_id is null and runs.ctid = any(array(
                select ctid from function_runs where integration_id is null limit ${sql.lit(limit)}))`.execute(db);
    return Number(numAffectedRows);
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

/** Of a run that has not ended. */
export async function saveRunLog(db: Db, { environmentId, id }: Pick<NewRun, 'environmentId' | 'id'>, log: string): Promise<void> {
    await db
        .updateTable('function_runs')
        .set({ log })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
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

/**
 * Of the function of a run, and of its connection.
 * @param checkpoint JSON; null: there is none from now on
 * @returns whether the run is under way, for a connection that is stored
 */
export async function saveCheckpoint(
    db: Db,
    { environmentId, id }: Pick<NewRun, 'environmentId' | 'id'>,
    checkpoint: string | null,
    now: Date
): Promise<boolean> {
    const run = sql`select environment_id, connection_row_id, kind, name from function_runs
        where environment_id = ${environmentId} and id = ${id} and status = 'running' and connection_row_id is not null`;
    const { rows } = await (
        checkpoint === null
            ? sql`with run as (${run}), cleared as (
                    delete from function_checkpoints saved using run
                    where saved.environment_id = run.environment_id and saved.connection_row_id = run.connection_row_id
                        and saved.kind = run.kind and saved.name = run.name
                ) select name from run`
            : sql`with run as (${run})
                insert into function_checkpoints as saved (environment_id, connection_row_id, kind, name, checkpoint, saved_at)
                select environment_id, connection_row_id, kind, name, ${checkpoint}, ${now} from run
                on conflict (environment_id, connection_row_id, kind, name)
                    do update set checkpoint = excluded.checkpoint, saved_at = excluded.saved_at
                returning saved.name`
    ).execute(db);
    return rows.length > 0;
}

/** @returns JSON, as {@link saveCheckpoint} has it */
export async function findCheckpointOf(db: Db, { environmentId, id }: Pick<NewRun, 'environmentId' | 'id'>): Promise<string | undefined> {
    const { rows } = await sql<{ checkpoint: string }>`
        select checkpoint from function_runs run join function_checkpoints saved using (environment_id, connection_row_id, kind, name)
        where run.environment_id = ${environmentId} and run.id = ${id}`.execute(db);
    return rows[0]?.checkpoint;
}

export interface AbandonedRun {
    environmentId: string;
    id: string;
    connectionRowId: number | null;
    name: string;
    attempt: number;
    mostAttempts: number;
    isAsync: boolean;
    isCancelled: boolean;
    input: string | null;
}

/** Runs whose server is gone. */
export async function lockAbandoned(trx: Db, kind: 'action' | 'on-event' | 'webhook', now: Date, limit: number): Promise<AbandonedRun[]> {
    const { rows } = await sql<AbandonedRun>`
        select environment_id as "environmentId", id, connection_row_id as "connectionRowId", name, attempt,
            most_attempts as "mostAttempts", is_async as "isAsync", cancelled_at is not null as "isCancelled", input
        from function_runs where lease_until < ${now} and kind = ${kind} and status = 'running'
        order by lease_until limit ${limit} for update skip locked`.execute(trx);
    return rows;
}

/** The connection that a run is for; undefined where it is gone, or was never stored. */
export async function findConnectionOf(
    db: Db,
    { environmentId, connectionRowId: id }: { environmentId: string; connectionRowId: number | null }
): Promise<WholeRow | undefined> {
    return id === null ? undefined : findWholeById(db, { environment_id: environmentId, id });
}
