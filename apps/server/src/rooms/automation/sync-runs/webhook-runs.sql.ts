import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

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

export async function claimWebhook(
    db: Db,
    { environmentId, id }: { environmentId: string; id: string },
    { leaseUntil, now }: { leaseUntil: Date; now: Date }
): Promise<WebhookRun | undefined> {
    const { rows } = await sql<WebhookRun>`
        update function_runs set status = 'running', started_at = ${now}, lease_until = ${leaseUntil}
        where environment_id = ${environmentId} and id = ${id} and kind = 'webhook' and status = 'queued'
        returning environment_id as "environmentId", id, connection_row_id as "connectionRowId", name, attempt, input`.execute(db);
    return rows[0];
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

/** Those that wait without a job, and those whose server is gone that may be tried again. */
export async function takeUpWebhooks(
    trx: Db,
    { now, jobBefore }: { now: Date; jobBefore: Date },
    limit: number
): Promise<{ environmentId: string; id: string }[]> {
    const { rows } = await sql<{ environmentId: string; id: string }>`
        update function_runs set status = 'queued', lease_until = ${jobBefore},
            attempt = case when function_runs.status = 'running' then attempt + 1 else attempt end
        from (
            select environment_id, id from function_runs
            where lease_until < ${now} and kind = 'webhook' and (status = 'queued' or (status = 'running' and attempt < most_attempts))
            order by lease_until limit ${limit} for update skip locked
        ) as late
        where function_runs.environment_id = late.environment_id and function_runs.id = late.id
        returning function_runs.environment_id as "environmentId", function_runs.id`.execute(trx);
    return rows;
}
