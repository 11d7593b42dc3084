import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { RecordScope } from './record-scope.ts';

type Connection = Pick<RecordScope, 'environmentId' | 'connectionId'>;
export interface SetKey {
    environmentId: string;
    setId: number;
}

export interface LockedSet {
    id: number;
    model: string;
    live_count: number;
    last_modified_at: Date;
    last_run_at: Date;
    prune_due_at: Date | null;
    /** Whether a complete listing is under way. */
    is_listing: boolean;
    /** Whether something of it was set aside. */
    has_set_aside: boolean;
}

function existsOf(table: 'record_listings' | 'set_aside_records') {
    const of = sql.table(table);
    return sql<boolean>`exists (select from ${of} as of_set
        where of_set.environment_id = record_sets.environment_id and of_set.set_id = record_sets.id)`;
}

/** Held until the transaction ends, in one order for all writers. */
export function lockSets(trx: Db, { environmentId, connectionId }: Connection, models: readonly string[]): Promise<LockedSet[]> {
    return trx
        .selectFrom('record_sets')
        .select(['id', 'model', 'live_count', 'last_modified_at', 'last_run_at', 'prune_due_at'])
        .select([existsOf('record_listings').as('is_listing'), existsOf('set_aside_records').as('has_set_aside')])
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionId)
        .where('model', '=', sql<string>`any(${models})`)
        .orderBy('id')
        .forUpdate()
        .execute();
}

/** Makes those that are missing; none where the connection is gone. */
export async function createSets(
    trx: Db,
    { environmentId, connectionId }: Connection,
    models: readonly string[],
    now: Date
): Promise<void> {
    await sql`
        insert into record_sets (environment_id, connection_row_id, model, last_run_at)
        select connections.environment_id, connections.id, model, ${now}
        from connections, unnest(${models}::text[]) as model
        where connections.environment_id = ${environmentId} and connections.id = ${connectionId}
        order by model
        on conflict (environment_id, connection_row_id, model) do nothing`.execute(trx);
}

export async function updateSet(
    trx: Db,
    { environmentId, setId }: SetKey,
    changes: { live_count?: number; last_modified_at?: Date; last_run_at?: Date; prune_due_at?: Date }
): Promise<void> {
    await trx.updateTable('record_sets').set(changes).where('environment_id', '=', environmentId).where('id', '=', setId).execute();
}

export async function findSetId(db: Db, { environmentId, connectionId }: Connection, model: string): Promise<number | undefined> {
    const row = await db
        .selectFrom('record_sets')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionId)
        .where('model', '=', model)
        .executeTakeFirst();
    return row?.id;
}

/** How many records each of a connection's models has, those of variants as `Model::variant`. */
export async function recordCounts(db: Db, { environmentId, connectionId }: Connection): Promise<Record<string, number>> {
    const rows = await db
        .selectFrom('record_sets')
        .select(['model', 'live_count'])
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionId)
        .orderBy('model')
        .execute();
    return Object.fromEntries(rows.map(({ model, live_count: count }) => [model, count]));
}

/** Says that a sync has run, also where it wrote nothing: sets without runs are deleted. */
export async function markRun(db: Db, { environmentId, connectionId }: Connection, models: readonly string[], now: Date): Promise<void> {
    await db
        .updateTable('record_sets')
        .set({ last_run_at: now })
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionId)
        .where('model', '=', sql<string>`any(${models})`)
        .execute();
}

/**
 * Replaces sets by empty ones, whose records will be later than all of the old ones. A clean-up
 * deletes these.
 */
export async function replaceSets(
    trx: Db,
    { environmentId, connectionId }: Connection,
    sets: readonly LockedSet[],
    now: Date
): Promise<void> {
    if (sets.length === 0) return;
    await trx
        .updateTable('record_sets')
        .set({ connection_row_id: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<number>`any(${sets.map(({ id }) => id)}::bigint[])`)
        .execute();
    await trx
        .insertInto('record_sets')
        .values(
            sets.map(({ model, last_modified_at: lastModifiedAt }) => ({
                environment_id: environmentId,
                connection_row_id: connectionId,
                model,
                last_modified_at: lastModifiedAt,
                last_run_at: now
            }))
        )
        .execute();
}
