import type { Db } from '@patchbay/db';
import { type SqlBool, sql } from 'kysely';

export interface RunFilter {
    environmentId: string;
    integrationKey?: string | undefined;
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

export function listRuns(db: Db, filter: RunFilter): Promise<RunRow[]> {
    const { environmentId, integrationKey, connectionId, type, name, status, before, limit } = filter;
    let query = runs(db, environmentId);
    if (integrationKey !== undefined) query = query.where('integrations.unique_key', '=', integrationKey);
    if (connectionId !== undefined)
        query = query.where(sql<SqlBool>`(connections.connection_id = ${connectionId} or runs.connection_id = ${connectionId})`);
    if (type !== undefined) query = query.where('runs.kind', '=', type);
    if (name !== undefined) query = query.where('runs.name', '=', name);
    if (status !== undefined) query = query.where('runs.status', '=', status);
    if (before) query = query.where(sql<SqlBool>`(runs.created_at, runs.id) < (${before.at}, ${before.id}::uuid)`);
    return query.orderBy('runs.created_at', 'desc').orderBy('runs.id', 'desc').limit(limit).execute();
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
        insert into function_runs (environment_id, id, connection_row_id, kind, name, variant, status, most_attempts, input, created_at)
        select environment_id, ${newId}::uuid, connection_row_id, kind, name, variant, 'queued', most_attempts, input,
            ${now}::timestamptz
        from function_runs where environment_id = ${environmentId} and id = ${id}`.execute(trx);
}
