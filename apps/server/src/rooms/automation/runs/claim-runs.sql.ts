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
    startedAt: Date;
}

/** Each kind has an index of its own. */
const queueOf = (kind: QueuedKind): RunQueue => ({
    table: 'function_runs',
    waits: sql`queue.kind = ${sql.lit(kind)} and queue.status = 'queued'`,
    since: 'created_at'
});

/** Lets a run wait again that has not begun to do anything. */
export async function giveBackRun(
    db: Db,
    { environmentId, id, attempt }: Pick<ClaimedRun, 'environmentId' | 'id' | 'attempt'>
): Promise<void> {
    await db
        .updateTable('function_runs')
        .set({ status: 'queued', started_at: null, lease_until: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempt', '=', attempt)
        .execute();
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
                attempt, started_at as "startedAt", input, locked.turn, locked.place
        )
        select * from claimed order by turn, place`.execute(db);
    return rows;
}
