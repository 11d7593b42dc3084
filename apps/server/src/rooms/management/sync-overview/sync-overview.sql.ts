import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** Its place in the list. */
export interface SyncPlace {
    connection_row_id: number;
    name: string;
    variant: string;
}

export interface SyncFilter {
    environmentId: string;
    state?: 'failing' | 'paused' | 'running' | undefined;
    integrationKey?: string | undefined;
    connectionId?: string | undefined;
    name?: string | undefined;
    after?: SyncPlace | undefined;
    now: Date;
    limit: number;
}

/** Each as the condition of its partial index begins, if it has one. */
const isIn: Record<NonNullable<SyncFilter['state']>, (now: Date) => RawBuilder<unknown>> = {
    failing: () => sql`syncs.failures > 0 and not syncs.is_paused`,
    paused: () => sql`syncs.is_paused`,
    running: (now) => sql`syncs.lease_until > ${now}`
};

/** The newest connections first. */
export async function findPageOfSyncs(
    db: Db,
    { environmentId, state, integrationKey, connectionId, name, after, now, limit }: SyncFilter
): Promise<(SyncPlace & { id: string })[]> {
    const conditions = [
        sql`syncs.environment_id = ${environmentId}`,
        ...(state === undefined ? [] : [isIn[state](now)]),
        ...(integrationKey === undefined ? [] : [sql`integrations.unique_key = ${integrationKey}`]),
        ...(connectionId === undefined ? [] : [sql`connections.connection_id = ${connectionId}`]),
        ...(name === undefined ? [] : [sql`syncs.name = ${name}`]),
        ...(after === undefined
            ? []
            : [
                  sql`(syncs.connection_row_id < ${after.connection_row_id} or (syncs.connection_row_id = ${after.connection_row_id}
                      and (syncs.name, syncs.variant) > (${after.name}, ${after.variant})))`,
                  // By it an index begins where the page does.
                  sql`syncs.connection_row_id <= ${after.connection_row_id}`
              ])
    ];
    const { rows } = await sql<SyncPlace & { id: string }>`
        select syncs.id, syncs.connection_row_id, syncs.name, syncs.variant
        from syncs
        join connections on connections.environment_id = syncs.environment_id and connections.id = syncs.connection_row_id
            and connections.confirm_before is null
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            and integrations.deleted_at is null
        where ${sql.join(conditions, sql` and `)}
        order by syncs.connection_row_id desc, syncs.name, syncs.variant limit ${limit}`.execute(db);
    return rows;
}

export interface RunOfSync {
    sync_id: string;
    id: string;
    status: 'queued' | 'running' | 'succeeded' | 'failed' | 'interrupted';
    created_at: Date;
    counts: string | null;
}

/** The last runs of each of these syncs, oldest first. */
export async function findLastRuns(db: Db, environmentId: string, syncIds: readonly string[], limit: number): Promise<RunOfSync[]> {
    const { rows } = await sql<RunOfSync>`
        select syncs.id as sync_id, runs.*
        from syncs
        cross join lateral (
            select id, status, created_at, counts from function_runs
            where environment_id = ${environmentId} and connection_row_id = syncs.connection_row_id and kind = 'sync'
                and name = syncs.name and variant = syncs.variant
            order by created_at desc limit ${limit}
        ) as runs
        where syncs.environment_id = ${environmentId} and syncs.id = any(${[...syncIds]}::uuid[])
        order by runs.created_at`.execute(db);
    return rows;
}
