import type { CountedSyncState } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** Its place in the list. */
export interface SyncPlace {
    connection_row_id: number;
    name: string;
    variant: string;
}

export interface SyncScope {
    environmentId: string;
    integrationId?: string | undefined;
    connectionId?: string | undefined;
    name?: string | undefined;
    now: Date;
}

export interface SyncFilter extends SyncScope {
    state?: CountedSyncState | undefined;
    after?: SyncPlace | undefined;
    limit: number;
}

/** Each as the condition of its partial index begins. */
const isIn: Record<CountedSyncState, (now: Date) => RawBuilder<unknown>> = {
    failing: () => sql`syncs.failures > 0 and not syncs.is_paused`,
    paused: () => sql`syncs.is_paused`,
    running: (now) => sql`syncs.lease_until > ${now}`
};

const ofConnections = sql`connections on connections.environment_id = syncs.environment_id
    and connections.id = syncs.connection_row_id and connections.confirm_before is null`;

/**
 * The newest connections first. With an integration or a name alone it is a range, so that its
 * order is not left out: it has the planner take their index, where few among many fit.
 */
export async function findPageOfSyncs(db: Db, filter: SyncFilter): Promise<(SyncPlace & { id: string })[]> {
    const { environmentId, state, integrationId, connectionId, name, after, now, limit } = filter;
    const isFirst = state === undefined && connectionId === undefined;
    const byIntegration = isFirst && integrationId !== undefined;
    const byName = isFirst && integrationId === undefined && name !== undefined;
    const row = byIntegration ? sql`connections.id` : sql`syncs.connection_row_id`;
    const conditions = [
        sql`syncs.environment_id = ${environmentId}`,
        ...(state === undefined ? [] : [isIn[state](now)]),
        ...(connectionId === undefined ? [] : [sql`connections.connection_id = ${connectionId}`]),
        ...(integrationId === undefined ? [] : [isValue(sql`connections.integration_id`, integrationId, byIntegration)]),
        ...(name === undefined ? [] : [isValue(sql`syncs.name`, name, byName)]),
        ...(after === undefined
            ? []
            : [
                  sql`(${row} < ${after.connection_row_id} or (${row} = ${after.connection_row_id}
                      and (syncs.name, syncs.variant) > (${after.name}, ${after.variant})))`,
                  // By it an index begins where the page does.
                  sql`${row} <= ${after.connection_row_id}`
              ])
    ];
    const first = byIntegration ? sql`connections.integration_id desc,` : byName ? sql`syncs.name desc,` : sql``;
    const { rows } = await sql<SyncPlace & { id: string }>`
        select syncs.id, syncs.connection_row_id, syncs.name, syncs.variant
        from syncs
        join ${ofConnections}
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            and integrations.deleted_at is null
        where ${sql.join(conditions, sql` and `)}
        order by ${first} ${row} desc, syncs.name, syncs.variant limit ${limit}`.execute(db);
    return rows;
}

const isValue = (column: RawBuilder<unknown>, value: string, isRange: boolean) =>
    isRange ? sql`${column} between ${value} and ${value}` : sql`${column} = ${value}`;

/** How many are in each state, those of an integration that is being removed among them. */
export async function countSyncs(
    db: Db,
    { environmentId, integrationId, connectionId, name, now }: SyncScope
): Promise<Record<CountedSyncState, number>> {
    const conditions = [
        sql`syncs.environment_id = ${environmentId}`,
        ...(connectionId === undefined ? [] : [sql`connections.connection_id = ${connectionId}`]),
        ...(integrationId === undefined ? [] : [sql`connections.integration_id = ${integrationId}`]),
        ...(name === undefined ? [] : [sql`syncs.name = ${name}`])
    ];
    const ofThese = connectionId === undefined && integrationId === undefined ? sql`` : sql`join ${ofConnections}`;
    const count = (state: CountedSyncState) =>
        sql`(select count(*)::int from syncs ${ofThese} where ${sql.join([...conditions, isIn[state](now)], sql` and `)})`;
    const { rows } = await sql<Record<CountedSyncState, number>>`
        select ${count('running')} as running, ${count('failing')} as failing, ${count('paused')} as paused`.execute(db);
    return rows[0] ?? { running: 0, failing: 0, paused: 0 };
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
