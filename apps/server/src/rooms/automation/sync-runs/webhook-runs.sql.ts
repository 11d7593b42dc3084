import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

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
