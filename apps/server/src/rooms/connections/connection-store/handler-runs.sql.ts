import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** A run of a function on a new connection, which waits for its turn; once for its id. */
export async function insertHandlerRun(
    db: Db,
    run: { environmentId: string; id: string; connectionRowId: number; name: string; now: Date }
): Promise<void> {
    await sql`
        insert into function_runs (environment_id, id, integration_id, connection_row_id, kind, name, status, most_attempts, created_at)
        select environment_id, ${run.id}::uuid, integration_id, id, 'on-event', ${run.name}, 'queued', 3, ${run.now}::timestamptz
        from connections where environment_id = ${run.environmentId} and id = ${run.connectionRowId}
        on conflict (environment_id, id) do nothing`.execute(db);
}
