import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SyncKey } from '../syncs/syncs.sql.ts';

/** A lease, and what proves it. */
export interface Held extends SyncKey {
    fence: number;
}

const isHeld = ({ environmentId, id, fence }: Held) => sql`environment_id = ${environmentId} and id = ${id} and fence = ${fence}`;

/** @returns false where the sync was paused, reset or taken over, or its run cancelled */
export async function renewSyncLease(db: Db, held: Held, leaseUntil: Date): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
        update syncs set lease_until = ${leaseUntil} where ${isHeld(held)} and lease_until is not null
            and not exists (
                select from function_runs as runs where runs.environment_id = syncs.environment_id and runs.id = syncs.run_id
                    and runs.cancelled_at is not null)`.execute(db);
    return numAffectedRows > 0n;
}

/** Locks the sync for a write of its run. @returns its counts; undefined: the run has lost it */
export async function lockHeld(trx: Db, held: Held): Promise<{ pending_counts: string | null } | undefined> {
    const { rows } = await sql<{ pending_counts: string | null }>`
        select pending_counts from syncs where ${isHeld(held)} and lease_until is not null for update`.execute(trx);
    return rows[0];
}

export async function findCheckpoint(db: Db, { environmentId, id }: SyncKey): Promise<string | null | undefined> {
    const { rows } = await sql<{ checkpoint: string | null }>`
        select checkpoint from syncs where environment_id = ${environmentId} and id = ${id}`.execute(db);
    return rows[0]?.checkpoint;
}

/** Gives a sync back that was taken in vain. @returns whether it was held still */
export async function giveBack(trx: Db, held: Held): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
        update syncs set lease_until = null, waiting_since = due_at, is_triggered = is_triggered or is_paused
        where ${isHeld(held)} and lease_until is not null`.execute(trx);
    return numAffectedRows > 0n;
}

export async function writeProgress(
    trx: Db,
    held: Held,
    { counts, checkpoint, leaseUntil }: { counts: string | null; checkpoint?: string | null; leaseUntil: Date }
): Promise<void> {
    await sql`
        update syncs set pending_counts = ${counts}, lease_until = ${leaseUntil}
            ${checkpoint === undefined ? sql`` : sql`, checkpoint = ${checkpoint}`}
        where ${isHeld(held)}`.execute(trx);
}

export async function readCheckpoint(db: Db, held: Held): Promise<string | null | undefined> {
    const { rows } = await sql<{ checkpoint: string | null }>`select checkpoint from syncs where ${isHeld(held)}`.execute(db);
    return rows[0]?.checkpoint;
}

export interface RunResult {
    status: 'succeeded' | 'failed' | 'interrupted';
    error: string | null;
    failures: number;
    lastCounts: string | null;
    startedAt: Date;
    now: Date;
    /** Unless it was triggered meanwhile. */
    nextAt: Date;
    models: readonly string[];
}

/**
 * Ends a run and gives its lease back.
 * @returns whether the next one is due already
 */
export async function endSyncRun(trx: Db, held: Held, result: RunResult): Promise<boolean> {
    const { status, error, failures, lastCounts, startedAt, now, nextAt } = result;
    const succeeded = status === 'succeeded';
    // Of one that is paused, what was asked for is done to its end.
    const goesOn = sql`(is_triggered or (is_paused and ${status === 'interrupted'}))`;
    const dueAt = sql`case when ${goesOn} then ${now}::timestamptz when is_paused then null else ${nextAt}::timestamptz end`;
    const { rows } = await sql<{ waiting_since: Date | null }>`
        update syncs set lease_until = null, status = ${status}, error = ${error}, failures = ${failures}, finished_at = ${now},
            last_counts = coalesce(${lastCounts}, last_counts), models = ${[...result.models]}::text[],
            pending_counts = case when ${status === 'interrupted'} then pending_counts end,
            succeeded_from = case when ${succeeded} then ${startedAt}::timestamptz else succeeded_from end,
            succeeded_at = case when ${succeeded} then ${now}::timestamptz else succeeded_at end,
            allows_deletion = case when ${succeeded} then false else allows_deletion end,
            is_triggered = ${goesOn},
            due_at = ${dueAt}, waiting_since = case when ${dueAt} <= ${now} then ${dueAt} end, updated_at = ${now}
        where ${isHeld(held)}
        returning waiting_since`.execute(trx);
    return rows.some(({ waiting_since: since }) => since !== null);
}

/** Whether an endpoint of the environment has asked to be told of each record. */
export async function isAskedForRecords(db: Db, environmentId: string): Promise<boolean> {
    const row = await db
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`event_types @> array['record.changed']`)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}
