import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SyncName } from '../syncs/syncs.sql.ts';

const ofName = ({ environmentId, integrationId, name }: SyncName) => sql`
    connections.environment_id = ${environmentId} and connections.integration_id = ${integrationId}
    and syncs.environment_id = connections.environment_id and syncs.connection_row_id = connections.id and syncs.name = ${name}`;

/** Of all variants. */
export async function findSyncsByName(db: Db, of: SyncName, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
        select syncs.id from connections, syncs where ${ofName(of)} order by syncs.id limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
}

/** For connections that lack it. @returns how many are new */
export async function insertSyncsByName(
    trx: Db,
    { environmentId, integrationId, name }: SyncName,
    { models, isPaused, now, limit }: { models: readonly string[]; isPaused: boolean; now: Date; limit: number }
): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
        insert into syncs (environment_id, connection_row_id, id, name, variant, models, is_paused, due_at, waiting_since, created_at, updated_at)
        select environment_id, id, gen_random_uuid(), ${name}, 'base', ${[...models]}::text[], ${isPaused},
            due.at, due.at, ${now}, ${now}
        from connections cross join (select case when not ${isPaused}::boolean then ${now}::timestamptz end as at) as due
        where environment_id = ${environmentId} and integration_id = ${integrationId} and confirm_before is null
            and not exists (
                select from syncs where syncs.environment_id = connections.environment_id
                    and syncs.connection_row_id = connections.id and syncs.name = ${name} and syncs.variant = 'base')
        order by id limit ${limit}
        on conflict (environment_id, connection_row_id, name, variant) do nothing`.execute(trx);
    return Number(numAffectedRows);
}

/** Of each integration that has some. */
export async function countConnections(db: Db, environmentId: string, integrationIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ integration_id: string; count: number }>`
        select integration_id, count(*)::int as count from connections
        where environment_id = ${environmentId} and integration_id = any(${[...integrationIds]}) and confirm_before is null
        group by integration_id`.execute(db);
    return new Map(rows.map(({ integration_id: id, count }) => [id, count]));
}
