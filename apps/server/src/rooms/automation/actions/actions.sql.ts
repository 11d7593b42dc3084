import { type Db, prepareInsert, type StatementRunner } from '@patchbay/db';
import { sql } from 'kysely';
import { endOfRun, type RunEnd } from '../runs/runs.sql.ts';

export interface ActionRun {
    environmentId: string;
    id: string;
    connectionRowId: number;
    name: string;
    attempt: number;
    mostAttempts: number;
    isAsync: boolean;
    input: string | null;
    createdAt: Date;
}

interface NewActionRun extends Omit<ActionRun, 'createdAt'> {
    integrationId: string;
    status: 'queued' | 'running';
    isUnified: boolean;
    keyHash: Buffer | null;
    requestHash: Buffer | null;
    leaseUntil: Date | null;
    startedAt: Date | null;
    now: Date;
}

const insertRun = prepareInsert<NewActionRun, { id: string }>((db, param) =>
    db
        .insertInto('function_runs')
        .values({
            environment_id: param('environmentId'),
            id: param('id'),
            integration_id: param('integrationId'),
            connection_row_id: param('connectionRowId'),
            kind: 'action',
            name: param('name'),
            status: param('status'),
            attempt: param('attempt'),
            most_attempts: param('mostAttempts'),
            is_async: param('isAsync'),
            is_unified: param('isUnified'),
            created_at: param('now'),
            started_at: param('startedAt'),
            lease_until: param('leaseUntil'),
            input: param('input'),
            key_hash: param('keyHash'),
            request_hash: param('requestHash')
        })
        .onConflict((conflict) => conflict.columns(['environment_id', 'key_hash']).where('key_hash', 'is not', null).doNothing())
        .returning('id')
);

/** @returns false where the idempotency key has a run already */
export async function insertActionRun(runner: StatementRunner, run: NewActionRun): Promise<boolean> {
    const inserted = await insertRun(runner, run);
    return inserted.length > 0;
}

export function findRunOfKey(db: Db, environmentId: string, keyHash: Buffer) {
    return db
        .selectFrom('function_runs')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
}

export function findActionRun(db: Db, environmentId: string, id: string) {
    return db
        .selectFrom('function_runs')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('kind', '=', 'action')
        .executeTakeFirst();
}

/**
 * Takes a run over that has ended without a result, or whose server is gone.
 * @returns its attempt
 */
export async function retakeRun(
    db: Db,
    { environmentId, id, attempt, leaseUntil, now }: { environmentId: string; id: string; attempt: number; leaseUntil: Date; now: Date }
): Promise<number | undefined> {
    const row = await db
        .updateTable('function_runs')
        .set({ status: 'running', attempt: attempt + 1, lease_until: leaseUntil, started_at: now, finished_at: null, error: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where((where) => where.or([where('status', '<>', 'running'), where('lease_until', '<', now)]))
        .returning('attempt')
        .executeTakeFirst();
    return row?.attempt;
}

/** A key can be used anew when its time is over. */
export async function forgetKey(db: Db, environmentId: string, id: string): Promise<void> {
    await db
        .updateTable('function_runs')
        .set({ key_hash: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .execute();
}

/** @returns false where the run is another server's by now, or was cancelled */
export async function renewRunLease(
    db: Db,
    { environmentId, id, attempt }: Pick<ActionRun, 'environmentId' | 'id' | 'attempt'>,
    leaseUntil: Date
): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('function_runs')
        .set({ lease_until: leaseUntil })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'running')
        .where('cancelled_at', 'is', null)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

/**
 * Ends an attempt. One that was given up stays so, but for what it has done after all.
 * @returns whether it has; false: another attempt began
 */
export async function endAttempt(
    db: Db,
    { environmentId, id, attempt }: Pick<ActionRun, 'environmentId' | 'id' | 'attempt'>,
    end: RunEnd
): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('function_runs')
        .set(endOfRun(end))
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .$if(end.status !== 'succeeded', (query) => query.where('status', '=', 'running'))
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

/** @param counts JSON: by model */
export async function addCounts(trx: Db, { environmentId, id }: Pick<ActionRun, 'environmentId' | 'id'>, counts: string): Promise<void> {
    await sql`
        update function_runs set counts = jsonb_build_object(
            'counts', coalesce(counts::jsonb -> 'counts', '{}') || ${counts}::jsonb, 'set_aside', '{}'::jsonb)::text
        where environment_id = ${environmentId} and id = ${id}`.execute(trx);
}

export interface UnreadRun {
    id: string;
    name: string;
    output: string | null;
    finishedAt: Date;
}

/** Runs of a connection whose changes are still to be read, the oldest first. */
export async function findUnread(
    db: Db,
    { environmentId, connectionRowId }: Pick<ActionRun, 'environmentId' | 'connectionRowId'>,
    limit: number
): Promise<UnreadRun[]> {
    const { rows } = await sql<UnreadRun>`
        select id, name, output, finished_at as "finishedAt" from function_runs
        where environment_id = ${environmentId} and connection_row_id = ${connectionRowId} and rereads_left > 0
        order by created_at, id limit ${limit}`.execute(db);
    return rows;
}

/** @returns false where none is left by now */
export async function takeReread(db: Db, { environmentId, id }: Pick<ActionRun, 'environmentId' | 'id'>): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('function_runs')
        .set({ rereads_left: sql`rereads_left - 1` })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('rereads_left', '>', 0)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

export async function endRereads(trx: Db, { environmentId, id }: Pick<ActionRun, 'environmentId' | 'id'>): Promise<void> {
    await trx
        .updateTable('function_runs')
        .set({ rereads_left: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .execute();
}

/** Asynchronous actions of one environment run one by one: the next that is due, if none runs. */
export async function claimNextAction(
    trx: Db,
    environmentId: string,
    { leaseUntil, now }: { leaseUntil: Date; now: Date }
): Promise<ActionRun | undefined> {
    await lockQueue(trx, environmentId);
    const { rows } = await sql<ActionRun>`
        update function_runs set status = 'running', started_at = ${now}, lease_until = ${leaseUntil}
        where environment_id = ${environmentId}
            and status = 'queued' and id = (
                select id from function_runs as waiting
                where waiting.environment_id = ${environmentId} and waiting.status = 'queued' and waiting.is_async
                    and (waiting.due_at is null or waiting.due_at <= ${now})
                order by created_at, id limit 1)
            and not exists (
                select from function_runs as running
                where running.environment_id = ${environmentId} and running.status = 'running' and running.is_async
                    and running.lease_until >= ${now})
        returning environment_id as "environmentId", id, connection_row_id as "connectionRowId", name, attempt,
            most_attempts as "mostAttempts", is_async as "isAsync", input, created_at as "createdAt"`.execute(trx);
    return rows[0];
}

const queueOf = (environmentId: string) => sql`hashtextextended(${`actions/${environmentId}`}, 0)`;

/** Until the transaction ends no action is added to the queue of an environment, or taken. */
export async function lockQueue(trx: Db, environmentId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(${queueOf(environmentId)})`.execute(trx);
}

/** Until the transaction ends none is taken from it; others may add. */
export async function joinQueue(trx: Db, environmentId: string): Promise<void> {
    await sql`select pg_advisory_xact_lock_shared(${queueOf(environmentId)})`.execute(trx);
}

export async function hasWaitingActions(db: Db, environmentId: string, now: Date): Promise<boolean> {
    const row = await db
        .selectFrom('function_runs')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('is_async', '=', true)
        .where('status', '=', 'queued')
        .where((where) => where.or([where('due_at', 'is', null), where('due_at', '<=', now)]))
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}

/**
 * It is run again, before those that came later and are due too, unless this attempt has ended
 * otherwise.
 */
export async function queueAgain(
    trx: Db,
    { environmentId, id, attempt }: Pick<ActionRun, 'environmentId' | 'id' | 'attempt'>,
    dueAt: Date
): Promise<void> {
    await trx
        .updateTable('function_runs')
        .set({ status: 'queued', attempt: attempt + 1, lease_until: null, started_at: null, due_at: dueAt })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('status', '=', 'running')
        .execute();
}

/** What is leased is another's no longer: its server is known to be gone. */
export async function abandonLeases(db: Db, now: Date): Promise<void> {
    await db
        .updateTable('function_runs')
        .set({ lease_until: new Date(now.getTime() - 1) })
        .where('lease_until', '>=', now)
        .execute();
}

/** Environments whose next action waits without a job, since a job was lost. */
export async function findWaitingEnvironments(db: Db, before: Date, limit: number): Promise<string[]> {
    const { rows } = await sql<{ environment_id: string }>`
        select distinct environment_id from function_runs
        where status = 'queued' and is_async and coalesce(due_at, created_at) < ${before} limit ${limit}`.execute(db);
    return rows.map(({ environment_id: id }) => id);
}
