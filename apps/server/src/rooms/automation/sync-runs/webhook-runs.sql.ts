import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { lockNextInTurn, type RunQueue, type Turn } from '../runs/next-in-turn.sql.ts';

export interface WebhookRun {
    environmentId: string;
    id: string;
    connectionRowId: number;
    /** Of the sync. */
    name: string;
    attempt: number;
    /** JSON. */
    input: string;
}

export interface ClaimedWebhook extends WebhookRun {
    environment_id: string;
    startedAt: Date;
}

const queue: RunQueue = { table: 'function_runs', waits: sql`queue.kind = 'webhook' and queue.status = 'queued'`, since: 'created_at' };

/** Takes the webhooks whose turn it is. */
export async function claimWebhooks(
    db: Db,
    { leaseUntil, now, ...turn }: Turn & { leaseUntil: Date; now: Date }
): Promise<ClaimedWebhook[]> {
    const { rows } = await sql<ClaimedWebhook>`
        ${lockNextInTurn(queue, turn)},
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

/** The usual variant of a sync. */
export async function findSyncOfWebhook(
    db: Db,
    { environmentId, connectionRowId, name }: { environmentId: string; connectionRowId: number; name: string }
) {
    return db
        .selectFrom('syncs')
        .select(['id', 'succeeded_from'])
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionRowId)
        .where('name', '=', name)
        .where('variant', '=', 'base')
        .executeTakeFirst();
}

/** Those whose server is gone and that may be tried again wait for their turn again. */
export async function queueAbandonedWebhooks(trx: Db, now: Date, limit: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
        update function_runs set status = 'queued', lease_until = null, attempt = attempt + 1
        from (
            select environment_id, id from function_runs
            where lease_until < ${now} and kind = 'webhook' and status = 'running' and attempt < most_attempts
            order by lease_until limit ${limit} for update skip locked
        ) as late
        where function_runs.environment_id = late.environment_id and function_runs.id = late.id`.execute(trx);
    return Number(numAffectedRows);
}
