import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SyncKey } from '../syncs/syncs.sql.ts';

export interface LeasedSync {
    environment_id: string;
    id: string;
    connection_row_id: number;
    name: string;
    variant: string;
    frequency: string | null;
    is_paused: boolean;
    fence: number;
    failures: number;
    error: string | null;
    succeeded_from: Date | null;
    succeeded_at: Date | null;
    allows_deletion: boolean;
    checkpoint: string | null;
    due_at: Date;
    /** The run of a server that is gone, which this one takes up. */
    abandoned_run_id: string | null;
}

/** Clocks of servers differ by a round trip: the job may come a little early. */
const earlyMs = 1000;

/** A paused one runs where it was triggered, also on if its server is gone. */
const mayRun = sql`(not syncs.is_paused or syncs.is_triggered or syncs.lease_until is not null)`;

/**
 * Takes a sync that is due and that no other server runs.
 * @returns undefined: it is not due, paused, gone, or runs
 */
export async function leaseSync(
    db: Db,
    { environmentId, id }: SyncKey,
    { runId, leaseUntil, now }: { runId: string; leaseUntil: Date; now: Date }
): Promise<LeasedSync | undefined> {
    const { rows } = await sql<LeasedSync>`
        update syncs set lease_until = ${leaseUntil}, fence = syncs.fence + 1, run_id = ${runId}, started_at = ${now}, is_triggered = false
        from (
            select environment_id, id, case when lease_until is not null then run_id end as abandoned_run_id
            from syncs where environment_id = ${environmentId} and id = ${id} for update
        ) as before
        where syncs.environment_id = before.environment_id and syncs.id = before.id
            and due_at <= ${new Date(now.getTime() + earlyMs)} and ${mayRun} and (lease_until is null or lease_until < ${now})
        returning syncs.environment_id, syncs.id, connection_row_id, name, variant, frequency, is_paused, fence, failures, error,
            succeeded_from, succeeded_at, allows_deletion, checkpoint, due_at, abandoned_run_id`.execute(db);
    return rows[0];
}

/** What is leased is another's no longer: its server is known to be gone. */
export async function abandonLeases(db: Db, now: Date): Promise<void> {
    await sql`
        update syncs set lease_until = ${new Date(now.getTime() - 1)}
        where due_at <= ${new Date(now.getTime() + earlyMs)} and lease_until >= ${now}`.execute(db);
}

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

/** @returns whether it is there */
export async function lockSync(trx: Db, { environmentId, id }: SyncKey): Promise<boolean> {
    const { rows } = await sql`select from syncs where environment_id = ${environmentId} and id = ${id} for update`.execute(trx);
    return rows.length > 0;
}

export async function findCheckpoint(db: Db, { environmentId, id }: SyncKey): Promise<string | null | undefined> {
    const { rows } = await sql<{ checkpoint: string | null }>`
        select checkpoint from syncs where environment_id = ${environmentId} and id = ${id}`.execute(db);
    return rows[0]?.checkpoint;
}

/** Gives a sync back that was taken in vain. @returns whether it was held still */
export async function giveBack(trx: Db, held: Held): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
        update syncs set lease_until = null, is_triggered = is_triggered or is_paused
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
 * @returns when the next one is due; undefined where the sync was lost or is paused
 */
export async function endSyncRun(trx: Db, held: Held, result: RunResult): Promise<Date | undefined> {
    const { status, error, failures, lastCounts, startedAt, now, nextAt } = result;
    const succeeded = status === 'succeeded';
    // Of one that is paused, what was asked for is done to its end.
    const goesOn = sql`(is_triggered or (is_paused and ${status === 'interrupted'}))`;
    const { rows } = await sql<{ due_at: Date | null }>`
        update syncs set lease_until = null, status = ${status}, error = ${error}, failures = ${failures}, finished_at = ${now},
            last_counts = coalesce(${lastCounts}, last_counts), models = ${[...result.models]}::text[],
            pending_counts = case when ${status === 'interrupted'} then pending_counts end,
            succeeded_from = case when ${succeeded} then ${startedAt}::timestamptz else succeeded_from end,
            succeeded_at = case when ${succeeded} then ${now}::timestamptz else succeeded_at end,
            allows_deletion = case when ${succeeded} then false else allows_deletion end,
            is_triggered = ${goesOn},
            due_at = case when ${goesOn} then ${now}::timestamptz when is_paused then null else ${nextAt}::timestamptz end,
            updated_at = ${now}
        where ${isHeld(held)}
        returning due_at`.execute(trx);
    return rows[0]?.due_at ?? undefined;
}

/** Runs that are due without a job, or whose server is gone. */
export async function findOverdue(db: Db, { before, now }: { before: Date; now: Date }, limit: number): Promise<SyncKey[]> {
    const { rows } = await sql<SyncKey>`
        select environment_id as "environmentId", id from syncs
        where due_at < ${before} and (lease_until is null or lease_until < ${now}) and ${mayRun}
        order by due_at limit ${limit}`.execute(db);
    return rows;
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
