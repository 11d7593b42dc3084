import { type Db, prepareRead } from '@patchbay/db';
import type { ConnectionEvent } from '@patchbay/functions';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '@patchbay/db';

export type FunctionKind = 'sync' | 'action' | 'on-event';

/** Whose functions: those of an integration. */
export interface FunctionOwner {
    environmentId: string;
    integrationKey: string;
}

/** What there is to know before a function runs. */
export type FunctionRow = Pick<
    Selectable<Schema['functions']>,
    'kind' | 'name' | 'is_enabled' | 'frequency' | 'code_hash' | 'models' | 'declared_frequency' | 'auto_start' | 'effects'
>;

const columns = [
    'functions.kind',
    'functions.name',
    'functions.is_enabled',
    'functions.frequency',
    'functions.code_hash',
    'functions.models',
    'functions.declared_frequency',
    'functions.auto_start',
    'functions.effects'
] as const;

const ofIntegrations = (db: Db) =>
    db
        .selectFrom('integrations')
        .innerJoin('functions', (join) =>
            join
                .onRef('functions.environment_id', '=', 'integrations.environment_id')
                .onRef('functions.integration_id', '=', 'integrations.id')
        )
        .where('integrations.deleted_at', 'is', null);

export const findFunctionRows = prepareRead<FunctionOwner & { kind: FunctionKind; name: string }, FunctionRow>((db, param) =>
    ofIntegrations(db)
        .select(columns)
        .where('integrations.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('functions.kind', '=', param('kind'))
        .where('functions.name', '=', param('name'))
);

export function listFunctionRows(db: Db, { environmentId, integrationKey }: FunctionOwner, kind: FunctionKind): Promise<FunctionRow[]> {
    return ofIntegrations(db)
        .select(columns)
        .where('integrations.environment_id', '=', environmentId)
        .where('integrations.unique_key', '=', integrationKey)
        .where('functions.kind', '=', kind)
        .orderBy('functions.name')
        .execute();
}

/** Whether an integration has code that was deployed. */
export async function hasDeployed(db: Db, environmentId: string, connectionRowId: number): Promise<boolean> {
    const { rows } = await sql`
        select from functions
        join connections on connections.environment_id = functions.environment_id and connections.integration_id = functions.integration_id
        where functions.environment_id = ${environmentId} and connections.id = ${connectionRowId} and functions.code_hash is not null
        limit 1`.execute(db);
    return rows.length > 0;
}

/** Enabled functions for an event of connections, by name. */
export async function listHandlers(
    db: Db,
    { environmentId, integrationId }: { environmentId: string; integrationId: string },
    event: ConnectionEvent
): Promise<{ name: string; codeHash: string }[]> {
    const { rows } = await sql<{ name: string; codeHash: string }>`
        select name, code_hash as "codeHash" from functions
        where environment_id = ${environmentId} and integration_id = ${integrationId} and kind = 'on-event'
            and is_enabled and code_hash is not null and details::jsonb ->> 'event' = ${event}
        order by name`.execute(db);
    return rows;
}

/** A sync that takes webhooks of these types; `*`: of all. */
export interface Subscriber {
    name: string;
    types: string[];
}

export async function listSubscribers(
    db: Db,
    { environmentId, integrationId }: { environmentId: string; integrationId: string }
): Promise<Subscriber[]> {
    const { rows } = await sql<Subscriber>`
        select name, array(select jsonb_array_elements_text(details::jsonb -> 'webhookSubscriptions')) as types from functions
        where environment_id = ${environmentId} and integration_id = ${integrationId} and kind = 'sync'
            and is_enabled and code_hash is not null and details::jsonb -> 'webhookSubscriptions' <> '[]'
        order by name`.execute(db);
    return rows;
}

export function findCode(db: Db, environmentId: string, hash: string) {
    return db
        .selectFrom('function_code')
        .select(['bundle', 'source_map', 'file_name'])
        .where('environment_id', '=', environmentId)
        .where('hash', '=', hash)
        .executeTakeFirst();
}

/** Whether a function has a row of `function_code`. */
export const isDeployed = sql<boolean>`exists (
    select from functions where functions.environment_id = function_code.environment_id and functions.code_hash = function_code.hash)`;

/** A function as it is deployed. */
export interface Deployable {
    kind: FunctionKind;
    name: string;
    version: string | null;
    models: readonly string[];
    declaredFrequency: string | null;
    autoStart: boolean;
    /** JSON, as `readDetails` reads it. */
    details: string;
    /** JSON, as `readEffects` reads it. */
    effects: string | null;
    code: { hash: string; bundle: string; sourceMap: string | null; source: string; fileName: string };
}

const shortColumns = [
    'functions.environment_id',
    'functions.integration_id',
    'functions.kind',
    'functions.name',
    'functions.id',
    'functions.is_enabled',
    'functions.frequency',
    'functions.code_hash',
    'functions.version',
    'functions.models',
    'functions.declared_frequency',
    'functions.auto_start',
    'functions.deployed_at'
] as const;

/** As {@link listAllFunctions}, without the details, which have all schemas. */
export function listShortFunctions(
    db: Db,
    { environmentId, integrationKey, kind }: { environmentId: string; integrationKey?: string | undefined; kind?: FunctionKind | undefined }
) {
    return ofIntegrations(db)
        .select([...shortColumns, 'integrations.unique_key as integration_key', 'integrations.provider'])
        .where('functions.environment_id', '=', environmentId)
        .$if(integrationKey !== undefined, (query) => query.where('integrations.unique_key', '=', integrationKey ?? ''))
        .$if(kind !== undefined, (query) => query.where('functions.kind', '=', kind ?? 'sync'))
        .execute();
}
export type ShortFunctionRow = Awaited<ReturnType<typeof listShortFunctions>>[number];

/** By the ids of functions; none of one that is gone. */
export async function findDetails(db: Db, environmentId: string, ids: readonly string[]): Promise<Map<string, string | null>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: string; details: string | null }>`
        select id, details from functions where environment_id = ${environmentId} and id = any(${[...ids]}::uuid[])`.execute(db);
    return new Map(rows.map(({ id, details }) => [id, details]));
}

/** All functions of an environment that it has something of, with the key of their integration. */
export function listAllFunctions(db: Db, environmentId: string) {
    return ofIntegrations(db)
        .selectAll('functions')
        .select(['integrations.unique_key as integration_key', 'integrations.provider'])
        .where('functions.environment_id', '=', environmentId)
        .orderBy('integrations.unique_key')
        .orderBy('functions.kind')
        .orderBy('functions.name')
        .execute();
}
export type DeployedRow = Awaited<ReturnType<typeof listAllFunctions>>[number];

/** Until the transaction ends. @returns false where another one deploys */
export async function lockDeployments(trx: Db, environmentId: string): Promise<boolean> {
    const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`deployments/${environmentId}`}, 0)) as locked`.execute(trx);
    return rows[0]?.locked ?? false;
}

/** Settings that the function has stay. @returns its id */
export async function saveFunction(
    trx: Db,
    { environmentId, integrationId, id, now }: { environmentId: string; integrationId: string; id: string; now: Date },
    { kind, name, code, ...declared }: Deployable
): Promise<string> {
    await trx
        .insertInto('function_code')
        .values({
            environment_id: environmentId,
            hash: code.hash,
            bundle: code.bundle,
            source_map: code.sourceMap,
            source: code.source,
            file_name: code.fileName
        })
        // What differs is how it was written.
        .onConflict((conflict) =>
            conflict
                .columns(['environment_id', 'hash'])
                .doUpdateSet({ source: code.source, source_map: code.sourceMap, file_name: code.fileName })
        )
        .execute();
    const deployed = {
        code_hash: code.hash,
        version: declared.version,
        models: [...declared.models],
        declared_frequency: declared.declaredFrequency,
        auto_start: declared.autoStart,
        details: declared.details,
        effects: declared.effects,
        deployed_at: now,
        updated_at: now
    };
    const row = await trx
        .insertInto('functions')
        .values({ environment_id: environmentId, integration_id: integrationId, kind, name, id, ...deployed })
        .onConflict((conflict) => conflict.columns(['environment_id', 'integration_id', 'kind', 'name']).doUpdateSet(deployed))
        .returning('id')
        .executeTakeFirstOrThrow();
    return row.id;
}

type FunctionKey = Pick<DeployedRow, 'environment_id' | 'integration_id' | 'kind' | 'name'>;

/** @param options `keepsSettings`: a pre-built function of this name runs from now on */
export async function removeDeployed(
    trx: Db,
    { environment_id: environmentId, integration_id: integrationId, kind, name }: FunctionKey,
    { keepsSettings, now }: { keepsSettings: boolean; now: Date }
): Promise<void> {
    // Those of syncs go with the syncs.
    if (kind !== 'sync') await deleteCheckpoints(trx, { environmentId, integrationId, kind, name });
    if (keepsSettings)
        await trx
            .updateTable('functions')
            .set({
                code_hash: null,
                version: null,
                models: [],
                declared_frequency: null,
                auto_start: true,
                details: null,
                effects: null,
                deployed_at: null,
                updated_at: now
            })
            .where('environment_id', '=', environmentId)
            .where('integration_id', '=', integrationId)
            .where('kind', '=', kind)
            .where('name', '=', name)
            .execute();
    else
        await trx
            .deleteFrom('functions')
            .where('environment_id', '=', environmentId)
            .where('integration_id', '=', integrationId)
            .where('kind', '=', kind)
            .where('name', '=', name)
            .execute();
}

async function deleteCheckpoints(trx: Db, { environmentId, integrationId, kind, name }: NewFunctionKey): Promise<void> {
    await sql`delete from function_checkpoints saved using connections
        where saved.environment_id = ${environmentId} and saved.kind = ${kind} and saved.name = ${name}
            and connections.environment_id = saved.environment_id and connections.id = saved.connection_row_id
            and connections.integration_id = ${integrationId}`.execute(trx);
}

interface NewFunctionKey {
    environmentId: string;
    integrationId: string;
    kind: FunctionKind;
    name: string;
}

/** How often a sync ran as it was read. `declared`: a row of a built-in one does not have it. */
export interface ExpectedFrequency {
    frequency: string | null;
    declared: string | null;
}

/**
 * Of any function, ours too. What is undefined stays.
 * @param changes.expected refuses to change a row that has another; undefined: it does not
 * @returns whether it is saved
 */
export async function saveSettings(
    trx: Db,
    { environmentId, integrationId, kind, name, id }: NewFunctionKey & { id: string },
    {
        isEnabled,
        frequency,
        expected,
        now
    }: {
        isEnabled: boolean | undefined;
        frequency: string | null | undefined;
        expected: ExpectedFrequency | undefined;
        now: Date;
    }
): Promise<boolean> {
    const changes = {
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
        ...(frequency !== undefined && { frequency }),
        updated_at: now
    };
    const isAsExpected = expected
        ? sql<boolean>`coalesce(functions.frequency, functions.declared_frequency, ${expected.declared}::text)
            is not distinct from ${expected.frequency}::text`
        : sql<boolean>`true`;
    const saved = await trx
        .insertInto('functions')
        .values({ environment_id: environmentId, integration_id: integrationId, kind, name, id, ...changes })
        .onConflict((conflict) =>
            conflict.columns(['environment_id', 'integration_id', 'kind', 'name']).doUpdateSet(changes).where(isAsExpected)
        )
        .returning('id')
        .execute();
    return saved.length > 0;
}

/** Of a function that was deployed. */
export function findSource(db: Db, { environmentId, integrationId, kind, name }: NewFunctionKey) {
    return db
        .selectFrom('functions')
        .innerJoin('function_code', (join) =>
            join
                .onRef('function_code.environment_id', '=', 'functions.environment_id')
                .onRef('function_code.hash', '=', 'functions.code_hash')
        )
        .select(['function_code.source', 'function_code.hash', 'functions.deployed_at'])
        .where('functions.environment_id', '=', environmentId)
        .where('functions.integration_id', '=', integrationId)
        .where('functions.kind', '=', kind)
        .where('functions.name', '=', name)
        .executeTakeFirst();
}
