import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { mostCounted } from './count-not-ok.sql.ts';

/**
 * How many connections each integration has, of the first {@link mostCounted} found of each.
 * @param options.integrationId absent: of all
 * @param options.most instead of {@link mostCounted}
 */
export async function countConnections(
    db: Db,
    environmentId: string,
    { integrationId, most = mostCounted }: { integrationId?: string; most?: number } = {}
): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ id: string; count: number }>`
        select integrations.id, found.count
        from integrations
        cross join lateral (
            select count(*)::int as count from (
                select 1 from connections
                where connections.environment_id = integrations.environment_id and connections.integration_id = integrations.id
                    and connections.confirm_before is null
                limit ${sql.lit(most)}) as counted
        ) as found
        where integrations.environment_id = ${environmentId} and integrations.deleted_at is null
            ${integrationId === undefined ? sql`` : sql`and integrations.id = ${integrationId}`}`.execute(db);
    return new Map(rows.map(({ id, count }) => [id, count]));
}
