import type { Db } from '@patchbay/db';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export interface RunFilter {
    environmentId: string;
    integrationId?: string | undefined;
    connectionId?: string | undefined;
    type?: 'sync' | 'action' | 'on-event' | 'webhook' | undefined;
    name?: string | undefined;
    status?: string | undefined;
    /** Those before this one, in the order of the list. */
    before?: { at: Date; id: string } | undefined;
    limit: number;
}

/** With the names of what they are for. */
function runs(db: Db, environmentId: string) {
    return db
        .selectFrom('function_runs as runs')
        .leftJoin('connections', (join) =>
            join.onRef('connections.environment_id', '=', 'runs.environment_id').onRef('connections.id', '=', 'runs.connection_row_id')
        )
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'runs.environment_id')
                .on('integrations.id', '=', sql<string>`coalesce(connections.integration_id, runs.integration_id)`)
        )
        .where('runs.environment_id', '=', environmentId)
        .where('integrations.deleted_at', 'is', null)
        .select([
            'runs.id',
            'runs.kind',
            'runs.name',
            'runs.variant',
            'runs.status',
            'runs.is_async',
            'runs.is_unified',
            'runs.attempt',
            'runs.most_attempts',
            'runs.created_at',
            'runs.started_at',
            'runs.finished_at',
            'runs.calls',
            'runs.counts',
            'runs.error',
            'runs.cancelled_at',
            'runs.connection_row_id',
            'integrations.unique_key as integration_key',
            sql<string>`coalesce(connections.connection_id, runs.connection_id)`.as('connection_id')
        ]);
}

type Condition = RawBuilder<unknown>;
const all = (conditions: readonly Condition[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** What the runs of a page have in common, apart from whose they are. */
function conditionsOf({ environmentId, type, name, status, before }: RunFilter): Condition[] {
    return [
        sql`runs.environment_id = ${environmentId}`,
        // Of few values, which choose the index.
        ...(type === undefined ? [] : [sql`runs.kind = ${sql.lit(type)}`]),
        ...(status === undefined ? [] : [sql`runs.status = ${sql.lit(status)}`]),
        ...(name === undefined ? [] : [sql`runs.name = ${name}`]),
        ...(before === undefined ? [] : [sql`(runs.created_at, runs.id) < (${before.at}, ${before.id}::uuid)`])
    ];
}

/**
 * Newest first. Each filter begins with its own index, however few runs it finds among a million.
 * What it is for is a range there, so that its order is not left out: by this alone the planner
 * takes the index, where it knows little of the values.
 */
export function listRuns(db: Db, filter: RunFilter): Promise<RunRow[]> {
    const ids = idsOf(filter);
    return runs(db, filter.environmentId)
        .where(ids ? sql<SqlBool>`runs.id in (${ids})` : all(conditionsOf(filter)))
        .orderBy('runs.created_at', 'desc')
        .orderBy('runs.id', 'desc')
        .limit(filter.limit)
        .execute();
}

function idsOf(filter: RunFilter): RawBuilder<unknown> | undefined {
    const { connectionId, integrationId, name, status } = filter;
    if (connectionId !== undefined) return idsOfConnection(filter, connectionId);
    // Those are few: the planner finds their index.
    if (status !== undefined && status !== 'succeeded')
        return integrationId === undefined ? undefined : idsOfIntegration(filter, integrationId, sql`runs.created_at desc, runs.id desc`);
    if (integrationId !== undefined)
        return idsOfIntegration(filter, integrationId, sql`runs.integration_id desc, runs.created_at desc, runs.id desc`);
    if (name === undefined) return undefined;
    return sql`select runs.id from function_runs as runs
        where ${all(conditionsOf({ ...filter, name: undefined }))} and runs.name between ${name} and ${name}
        order by runs.name desc, runs.created_at desc, runs.id desc limit ${filter.limit}`;
}

function idsOfIntegration(filter: RunFilter, integrationId: string, order: RawBuilder<unknown>): RawBuilder<unknown> {
    const conditions = conditionsOf(filter);
    // What a server of the release before has inserted, until the clean-up has filled it in.
    return sql`(select runs.id from function_runs as runs
            where ${all(conditions)} and runs.integration_id between ${integrationId} and ${integrationId}
            order by ${order} limit ${filter.limit})
        union all (select runs.id from function_runs as runs
            join connections on connections.environment_id = runs.environment_id and connections.id = runs.connection_row_id
            where ${all(conditions)} and runs.integration_id is null and connections.integration_id = ${integrationId}
            order by runs.created_at desc, runs.id desc limit ${filter.limit})`;
}

/** Connections of several integrations may have one id. */
function idsOfConnection({ limit, ...filter }: RunFilter, connectionId: string): RawBuilder<unknown> {
    const { environmentId, integrationId } = filter;
    const conditions = conditionsOf({ ...filter, limit });
    return sql`select newest.id from connections
        cross join lateral (
            select runs.id from function_runs as runs
            where ${all(conditions)} and runs.connection_row_id between connections.id and connections.id
            order by runs.connection_row_id desc, runs.created_at desc, runs.id desc limit ${limit}
        ) as newest
        where connections.environment_id = ${environmentId} and connections.connection_id = ${connectionId}
            ${integrationId === undefined ? sql`` : sql`and connections.integration_id = ${integrationId}`}
        union all (select runs.id from function_runs as runs
            where ${all(conditions)} and runs.connection_row_id is null and runs.connection_id = ${connectionId}
                ${integrationId === undefined ? sql`` : sql`and runs.integration_id = ${integrationId}`}
            order by runs.created_at desc, runs.id desc limit ${limit})`;
}

export type RunRow = NonNullable<Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirst']>>>;

export function findRun(db: Db, environmentId: string, id: string): Promise<RunRow | undefined> {
    return runs(db, environmentId).where('runs.id', '=', id).executeTakeFirst();
}

/** With what it has logged, got and given. */
export function findWholeRun(db: Db, environmentId: string, id: string) {
    return runs(db, environmentId).select(['runs.log', 'runs.input', 'runs.output']).where('runs.id', '=', id).executeTakeFirst();
}

export type WholeRunRow = NonNullable<Awaited<ReturnType<typeof findWholeRun>>>;

/**
 * Asks for its end, if that is still to come.
 * @returns its status before; undefined where it has ended
 */
export async function markCancelled(
    trx: Db,
    { environmentId, id, now }: { environmentId: string; id: string; now: Date }
): Promise<'queued' | 'running' | undefined> {
    const { rows } = await sql<{ status: 'queued' | 'running' }>`
        update function_runs set cancelled_at = coalesce(cancelled_at, ${now})
        where environment_id = ${environmentId} and id = ${id} and status in ('queued', 'running')
        returning status`.execute(trx);
    return rows[0]?.status;
}

/** The same webhook for the same sync, anew. */
export async function repeatWebhook(
    trx: Db,
    { environmentId, id, newId, now }: { environmentId: string; id: string; newId: string; now: Date }
): Promise<void> {
    await sql`
        insert into function_runs (environment_id, id, integration_id, connection_row_id, kind, name, variant, status, most_attempts,
            input, created_at)
        select environment_id, ${newId}::uuid, integration_id, connection_row_id, kind, name, variant, 'queued', most_attempts, input,
            ${now}::timestamptz
        from function_runs where environment_id = ${environmentId} and id = ${id}`.execute(trx);
}
