import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { lockNextInTurn, type RunQueue, type Turn } from '../runs/next-in-turn.sql.ts';

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
    run_id: string;
    started_at: Date;
    /** The run of a server that is gone, which this one takes up. */
    abandoned_run_id: string | null;
}

/** Clocks of servers differ by a round trip: it may have been made due a little later than now. */
const earlyMs = 1000;

/** A paused one runs where it was triggered, also on if its server is gone. */
const mayRun = sql`(not syncs.is_paused or syncs.is_triggered or syncs.lease_until is not null)`;
const isFree = (now: Date) => sql`(syncs.lease_until is null or syncs.lease_until < ${now})`;

const queue: RunQueue = { table: 'syncs', waits: sql`queue.waiting_since is not null`, since: 'waiting_since' };

interface SyncClaim extends Turn {
    leaseUntil: Date;
    now: Date;
}

/** For `npm run bench functions`, which explains it. */
export function claimStatement({ leaseUntil, now, ...turn }: SyncClaim) {
    const isLocked = sql`syncs.environment_id = locked.environment_id and syncs.id = locked.id`;
    const isRunnable = sql`(syncs.due_at <= ${new Date(now.getTime() + earlyMs)} and ${mayRun} and ${isFree(now)})`;
    return sql<LeasedSync>`
        ${lockNextInTurn(queue, turn, sql`, case when queue.lease_until is not null then queue.run_id end as abandoned_run_id`)},
        leased as (
            update syncs set waiting_since = null, lease_until = ${leaseUntil}, fence = syncs.fence + 1, run_id = gen_random_uuid(),
                started_at = ${now}, is_triggered = false,
                connection_seen = (
                    select connections.updated_at from connections
                    where connections.environment_id = syncs.environment_id and connections.id = syncs.connection_row_id)
            from locked where ${isLocked} and ${isRunnable}
            returning syncs.environment_id, syncs.id, connection_row_id, name, variant, frequency, is_paused, fence, failures, error,
                succeeded_from, succeeded_at, allows_deletion, checkpoint, due_at, run_id, started_at, locked.abandoned_run_id,
                locked.turn, locked.place
        ), left_waiting as (
            -- By a server of the release before, which has paused or leased it meanwhile.
            update syncs set waiting_since = null from locked where ${isLocked} and ${isRunnable} is not true
        )
        select * from leased order by turn, place`;
}

/** Takes the syncs whose turn it is. */
export async function claimSyncs(db: Db, claim: SyncClaim): Promise<LeasedSync[]> {
    const { rows } = await claimStatement(claim).execute(db);
    return rows;
}

/** For `npm run bench functions`, which explains it. */
export const queueStatement = (now: Date, limit: number) => sql`
    with due as (
        select environment_id, id from syncs
        where due_at <= ${now} and waiting_since is null and ${isFree(now)} and ${mayRun}
        order by due_at limit ${sql.lit(limit)} for update skip locked
    )
    update syncs set waiting_since = due_at from due where syncs.environment_id = due.environment_id and syncs.id = due.id`;

/**
 * Lets those wait for their turn whose time has come, or whose server is gone.
 * @returns how many they are
 * @race two servers find the same: rows locked, those of others skipped
 */
export async function queueDueSyncs(db: Db, now: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await queueStatement(now, limit).execute(db);
    return Number(numAffectedRows);
}

/** What is leased is another's no longer: its server is known to be gone. */
export async function abandonLeases(db: Db, now: Date): Promise<void> {
    await sql`
        update syncs set lease_until = ${new Date(now.getTime() - 1)}
        where due_at <= ${new Date(now.getTime() + earlyMs)} and lease_until >= ${now}`.execute(db);
}
