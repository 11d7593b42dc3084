import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { lockNextInTurn, type RunQueue, type Turn } from './next-in-turn.sql.ts';

/** Runs that wait in their rows for a server. */
export type QueuedKind = 'on-event' | 'webhook';

export interface ClaimedRun {
    environment_id: string;
    environmentId: string;
    id: string;
    connectionRowId: number;
    name: string;
    attempt: number;
    /** JSON; null: it has none. */
    input: string | null;
    createdAt: Date;
    startedAt: Date;
}

/** Each kind has an index of its own. */
const queueOf = (kind: QueuedKind): RunQueue => ({
    table: 'function_runs',
    waits: sql`queue.kind = ${sql.lit(kind)} and queue.status = 'queued'`,
    since: 'created_at'
});

/**
 * Lets a run wait again that this server does not end.
 * @param options `hasBegun`: its next attempt is told so, and it is none of those that it may have
 * @returns false where it was cancelled, or is another server's by now
 */
export async function giveBackRun(
    db: Db,
    { environmentId, id, attempt }: Pick<ClaimedRun, 'environmentId' | 'id' | 'attempt'>,
    { hasBegun = false }: { hasBegun?: boolean } = {}
): Promise<boolean> {
    const another = { attempt: sql<number>`attempt + 1`, most_attempts: sql<number>`most_attempts + 1` };
    const { numUpdatedRows } = await db
        .updateTable('function_runs')
        .set({ status: 'queued', started_at: null, lease_until: null, ...(hasBegun && another) })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempt', '=', attempt)
        .where('cancelled_at', 'is', null)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

/** Those whose server is gone wait for their turn again, where they may have another attempt. */
export async function queueAbandoned(trx: Db, kind: QueuedKind, now: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
        update function_runs set status = 'queued', lease_until = null, attempt = attempt + 1
        from (
            select environment_id, id from function_runs
            where lease_until < ${now} and kind = ${sql.lit(kind)} and status = 'running' and attempt < most_attempts
                and cancelled_at is null
            order by lease_until limit ${limit} for update skip locked
        ) as late
        where function_runs.environment_id = late.environment_id and function_runs.id = late.id`.execute(trx);
    return Number(numAffectedRows);
}

/** Takes the runs whose turn it is. */
export async function claimRuns(
    db: Db,
    kind: QueuedKind,
    { leaseUntil, now, ...turn }: Turn & { leaseUntil: Date; now: Date }
): Promise<ClaimedRun[]> {
    const { rows } = await sql<ClaimedRun>`
        ${lockNextInTurn(queueOf(kind), turn)},
        claimed as (
            update function_runs as runs set status = 'running', started_at = ${now}, lease_until = ${leaseUntil}
            from locked
            where runs.environment_id = locked.environment_id and runs.id = locked.id and runs.status = 'queued'
            returning runs.environment_id, runs.environment_id as "environmentId", runs.id, connection_row_id as "connectionRowId", name,
                attempt, created_at as "createdAt", started_at as "startedAt", input, locked.turn, locked.place
        )
        select * from claimed order by turn, place`.execute(db);
    return rows;
}
