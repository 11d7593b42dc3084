import { type Db, prepareRead } from '@patchbay/db';
import { sql } from 'kysely';
import type { SyncRow } from '../../platform/functions/functions-of.ts';

export interface SyncKey {
    environmentId: string;
    id: string;
}

export interface NewSync {
    id: string;
    name: string;
    variant: string;
    models: readonly string[];
    isPaused: boolean;
}

/** A connection that syncs can run for. */
export interface SyncingConnection {
    connectionRowId: number;
    integrationKey: string;
    provider: string;
}

/** Those of these connections that can be used and are confirmed. */
export async function findSyncingConnections(
    db: Db,
    environmentId: string,
    connectionRowIds: readonly number[]
): Promise<SyncingConnection[]> {
    return db
        .selectFrom('connections')
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'connections.environment_id')
                .onRef('integrations.id', '=', 'connections.integration_id')
                .on('integrations.deleted_at', 'is', null)
        )
        .select(['connections.id as connectionRowId', 'integrations.unique_key as integrationKey', 'integrations.provider'])
        .where('connections.environment_id', '=', environmentId)
        .where('connections.id', '=', sql<number>`any(${connectionRowIds}::bigint[])`)
        .where('connections.confirm_before', 'is', null)
        .execute();
}

/** @returns those that were not there; none where the connection is gone */
export async function insertSyncs(
    trx: Db,
    { environmentId, connectionRowId, now }: { environmentId: string; connectionRowId: number; now: Date },
    syncs: readonly NewSync[]
): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
        insert into syncs (environment_id, connection_row_id, id, name, variant, models, is_paused, due_at, waiting_since, created_at, updated_at)
        select connections.environment_id, connections.id, given.id, given.name, given.variant, string_to_array(given.models, ','),
            given.is_paused, due.at, due.at, ${now}, ${now}
        from connections
        cross join unnest(${syncs.map(({ id }) => id)}::uuid[], ${syncs.map(({ name }) => name)}::text[],
                ${syncs.map(({ variant }) => variant)}::text[], ${syncs.map(({ models }) => models.join(','))}::text[],
                ${syncs.map(({ isPaused }) => isPaused)}::boolean[]) as given (id, name, variant, models, is_paused)
        cross join lateral (select case when not given.is_paused then ${now}::timestamptz end as at) as due
        where connections.environment_id = ${environmentId} and connections.id = ${connectionRowId}
        on conflict (environment_id, connection_row_id, name, variant) do nothing
        returning id`.execute(trx);
    return rows.map(({ id }) => id);
}

/** Which syncs a command is for. */
export interface SyncSelection {
    environmentId: string;
    integrationKey: string;
    /** Absent: of all connections. */
    connectionId?: string | undefined;
    /** Empty: all. */
    syncs: readonly { name: string; variant: string }[];
}

/** In one order, as every transaction that locks several of them takes them. */
export async function findSyncIds(db: Db, selection: SyncSelection): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select syncs.id ${fromSelected(selection)} order by syncs.id`.execute(db);
    return rows.map(({ id }) => id);
}

/** As many as are listed, in the order of the list. */
export async function findFirstSyncIds(db: Db, selection: SyncSelection, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
        select syncs.id ${fromSelected(selection)}
        order by syncs.connection_row_id, syncs.name, syncs.variant limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
}

function fromSelected({ environmentId, integrationKey, connectionId, syncs }: SyncSelection) {
    return sql`
        from integrations
        join connections on connections.environment_id = integrations.environment_id and connections.integration_id = integrations.id
            and connections.confirm_before is null
        join syncs on syncs.environment_id = connections.environment_id and syncs.connection_row_id = connections.id
        where integrations.environment_id = ${environmentId} and integrations.unique_key = ${integrationKey}
            and integrations.deleted_at is null
            and ${connectionId === undefined ? sql`true` : sql`connections.connection_id = ${connectionId}`}
            and ${syncs.length === 0 ? sql`true` : sql`(syncs.name, syncs.variant) in (select * from unnest(${syncs.map(({ name }) => name)}::text[], ${syncs.map(({ variant }) => variant)}::text[]))`}`;
}

const isOf = (environmentId: string, ids: readonly string[]) => sql`environment_id = ${environmentId} and id = any(${[...ids]}::uuid[])`;

/** Of one that is due now, unless it runs: then it waits from the end of the run on. */
const waitsFrom = (now: Date) => sql`case when lease_until is null then coalesce(waiting_since, ${now}::timestamptz) end`;

/** Due now; a sync that runs is run again afterwards. A paused one runs once. */
export async function makeDue(
    trx: Db,
    environmentId: string,
    ids: readonly string[],
    { now, allowsDeletion }: { now: Date; allowsDeletion: boolean }
): Promise<void> {
    await sql`
        update syncs set due_at = ${now}, is_triggered = true, waiting_since = ${waitsFrom(now)}, allows_deletion = allows_deletion or ${allowsDeletion}, updated_at = ${now}
        where ${isOf(environmentId, ids)}`.execute(trx);
}

/**
 * They begin anew. What a server still writes for them is refused.
 * @param options `isEmptied`: what was written and is in no event yet is gone too
 */
export async function resetSyncs(
    trx: Db,
    environmentId: string,
    ids: readonly string[],
    { now, isEmptied }: { now: Date; isEmptied: boolean }
): Promise<void> {
    await sql`
        update syncs set checkpoint = null, pending_counts = case when not ${isEmptied}::boolean then pending_counts end,
            succeeded_from = null, succeeded_at = null, fence = fence + 1, lease_until = null, connection_seen = null, updated_at = ${now}
        where ${isOf(environmentId, ids)}`.execute(trx);
}

/** @returns connection and models of each, to empty their records */
export async function findModels(trx: Db, environmentId: string, ids: readonly string[]) {
    return trx
        .selectFrom('syncs')
        .select(['connection_row_id as connectionId', 'variant', 'models'])
        .where(sql<boolean>`${isOf(environmentId, ids)}`)
        .execute();
}

/** What a server still writes for them is refused. */
export async function pauseSyncs(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    await sql`
        update syncs set is_paused = true, due_at = null, waiting_since = null, is_triggered = false, fence = fence + 1, lease_until = null,
            status = case when lease_until is null then status else 'interrupted' end, updated_at = ${now}
        where ${isOf(environmentId, ids)} and (not is_paused or is_triggered or lease_until is not null)`.execute(trx);
}

/**
 * Ends the runs that have lost their syncs, whose server may be gone. One that is there still adds
 * what the run has logged.
 */
export async function endLostRuns(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    await sql`
        update function_runs set status = 'interrupted', finished_at = ${now}
        from syncs
        where syncs.environment_id = ${environmentId} and syncs.id = any(${[...ids]}::uuid[])
            and function_runs.environment_id = syncs.environment_id and function_runs.id = syncs.run_id
            and function_runs.status = 'running'`.execute(trx);
}

export async function startSyncs(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    await sql`
        update syncs set is_paused = false, due_at = ${now}, waiting_since = ${waitsFrom(now)}, updated_at = ${now}
        where ${isOf(environmentId, ids)} and is_paused`.execute(trx);
}

/**
 * Those that are not paused are due now, unless a run has begun with the connection as it is: it
 * runs still, or has succeeded.
 */
export async function resumeSyncsOf(trx: Db, environmentId: string, connectionRowId: number, now: Date): Promise<void> {
    await sql`
        update syncs set due_at = ${now}, is_triggered = lease_until is not null, waiting_since = ${waitsFrom(now)}, updated_at = ${now}
        from connections
        where syncs.environment_id = ${environmentId} and connection_row_id = ${connectionRowId} and not is_paused
            and connections.environment_id = syncs.environment_id and connections.id = connection_row_id
            and (connection_seen is distinct from connections.updated_at
                or (lease_until is null and syncs.status is distinct from 'succeeded'))`.execute(trx);
}

/** @returns whether it is there */
export async function lockSync(trx: Db, { environmentId, id }: SyncKey): Promise<boolean> {
    const { rows } = await sql`select from syncs where environment_id = ${environmentId} and id = ${id} for update`.execute(trx);
    return rows.length > 0;
}

export async function setFrequency(
    db: Db,
    { environmentId, id }: SyncKey,
    { frequency, dueAt, now }: { frequency: string | null; dueAt: Date; now: Date }
): Promise<void> {
    await sql`
        update syncs set frequency = ${frequency}, updated_at = ${now},
            due_at = case when is_paused or is_triggered or due_at <= ${now} then due_at else ${dueAt}::timestamptz end
        where environment_id = ${environmentId} and id = ${id}`.execute(db);
}

export async function deleteSync(trx: Db, { environmentId, id }: SyncKey): Promise<void> {
    await trx.deleteFrom('syncs').where('environment_id', '=', environmentId).where('id', '=', id).execute();
}

/** Until the transaction ends: of one sync of a connection one variant is made at a time. */
export async function lockVariants(
    trx: Db,
    { environmentId, connectionRowId, name }: { environmentId: string; connectionRowId: number; name: string }
): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`variants/${environmentId}/${connectionRowId}/${name}`}, 0))`.execute(trx);
}

export async function countVariants(db: Db, environmentId: string, connectionRowId: number, name: string): Promise<number> {
    const { count } = await db
        .selectFrom('syncs')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionRowId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
    return count;
}

const ofFunction = sql<SyncRow | null>`(
    select jsonb_build_object('is_enabled', is_enabled, 'frequency', frequency, 'code_hash', code_hash, 'models', models,
        'declared_frequency', declared_frequency, 'auto_start', auto_start)
    from functions
    where functions.environment_id = syncs.environment_id and functions.integration_id = connections.integration_id
        and functions.kind = 'sync' and functions.name = syncs.name
)`;

/** For the list of states: with the connection, and how many records each set has. */
export async function findStates(db: Db, ids: readonly string[], environmentId: string) {
    return db
        .selectFrom('syncs')
        .innerJoin('connections', (join) =>
            join.onRef('connections.environment_id', '=', 'syncs.environment_id').onRef('connections.id', '=', 'syncs.connection_row_id')
        )
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'connections.environment_id')
                .onRef('integrations.id', '=', 'connections.integration_id')
        )
        .selectAll('syncs')
        .select([
            'connections.connection_id',
            'connections.metadata',
            'connections.end_user',
            'integrations.provider',
            'integrations.unique_key as integration_key',
            ofFunction.as('function')
        ])
        .select(
            sql<Record<string, number>>`coalesce((
                select jsonb_object_agg(record_sets.model, record_sets.live_count) from record_sets
                where record_sets.environment_id = syncs.environment_id and record_sets.connection_row_id = syncs.connection_row_id
            ), '{}')`.as('record_counts')
        )
        .where('syncs.environment_id', '=', environmentId)
        .where('syncs.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .orderBy('syncs.connection_row_id')
        .orderBy('syncs.name')
        .orderBy('syncs.variant')
        .execute();
}

interface ModelOfConnection {
    environmentId: string;
    integrationKey: string;
    connectionId: string;
    model: string;
    variant: string;
}

/** The sync that reads a model of a connection. */
export const findSyncOfModel = prepareRead<
    ModelOfConnection,
    {
        name: string;
        provider: string;
        frequency: string | null;
        metadata: Record<string, unknown> | null;
        is_paused: boolean;
        failures: number;
        succeeded_at: Date | null;
        /** Of its function, where the environment has something of it. */
        function: SyncRow | null;
    }
>((db, param) =>
    db
        .selectFrom('integrations')
        .innerJoin('connections', (join) =>
            join
                .onRef('connections.environment_id', '=', 'integrations.environment_id')
                .onRef('connections.integration_id', '=', 'integrations.id')
        )
        .innerJoin('syncs', (join) =>
            join.onRef('syncs.environment_id', '=', 'connections.environment_id').onRef('syncs.connection_row_id', '=', 'connections.id')
        )
        .select([
            'syncs.name',
            'integrations.provider',
            'syncs.frequency',
            'connections.metadata',
            'syncs.is_paused',
            'syncs.failures',
            'syncs.succeeded_at',
            ofFunction.as('function')
        ])
        .where('integrations.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('integrations.deleted_at', 'is', null)
        .where('connections.connection_id', '=', param('connectionId'))
        .where('connections.confirm_before', 'is', null)
        .where('syncs.variant', '=', param('variant'))
        .where(sql<boolean>`${param('model')} = any(syncs.models)`)
);

export type SyncOfModel = Awaited<ReturnType<typeof findSyncOfModel>>[number];

/** The syncs of all connections of an integration, by name. */
export interface SyncName {
    environmentId: string;
    integrationId: string;
    name: string;
}

/** Unless a connection says otherwise, its next run is no later. A look finds what is due. */
export async function makeSyncsDue(trx: Db, { environmentId, integrationId, name }: SyncName, latest: Date): Promise<void> {
    await sql`
        update syncs set due_at = ${latest} from connections
        where connections.environment_id = ${environmentId} and connections.integration_id = ${integrationId}
            and syncs.environment_id = connections.environment_id and syncs.connection_row_id = connections.id and syncs.name = ${name}
            and syncs.due_at > ${latest} and syncs.frequency is null`.execute(trx);
}
