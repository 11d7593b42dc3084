import type { PatchbayEvent } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/runtime/in-batches.ts';

export async function insertEvent(
    db: Db,
    row: { environment_id: string; id: string; type: string; payload: PatchbayEvent; created_at: Date }
): Promise<void> {
    await db
        .insertInto('events')
        .values({ ...row, payload: JSON.stringify(row.payload) })
        .execute();
}

/** The environment's name, undefined for a deleted integration. Until the transaction ends, the integration cannot be deleted. */
export async function findEnvironmentName(trx: Db, environmentId: string, integrationId: string): Promise<string | undefined> {
    const found = await trx
        .selectFrom('integrations')
        .innerJoin('environments', 'environments.id', 'integrations.environment_id')
        .select('environments.name')
        .where('integrations.environment_id', '=', environmentId)
        .where('integrations.id', '=', integrationId)
        .where('integrations.deleted_at', 'is', null)
        .forKeyShare('integrations')
        .executeTakeFirst();
    return found?.name;
}

/** One batch: a clean-up must not lock the table for long. */
export async function deleteEventsBefore(db: Db, before: Date): Promise<number> {
    const old = db.selectFrom('events').select(['environment_id', 'id']).where('created_at', '<', before).limit(sql.lit(batchSize));
    const result = await db
        .deleteFrom('events')
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', old.$asTuple('environment_id', 'id')))
        .executeTakeFirst();
    return Number(result.numDeletedRows);
}

/** Removes one batch of error descriptions, which may quote the provider. */
export async function removeErrorDescriptions(db: Db, before: Date): Promise<number> {
    const old = db
        .selectFrom('events')
        .select(['environment_id', 'id'])
        .where('created_at', '<', before)
        // Exactly the predicate of the partial index.
        .where(sql<boolean>`payload #> '{error,description}' is not null`)
        .limit(sql.lit(batchSize));
    const result = await db
        .updateTable('events')
        .set({ payload: sql<string>`payload #- '{error,description}'` })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', old.$asTuple('environment_id', 'id')))
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}

/** Removes the end user, and the tags, which may name them, from one batch of events about connections. */
export async function removeEndUser(
    db: Db,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] },
    now: Date
): Promise<number> {
    // The inner limit forces an index scan per name: a join of all names was planned as a scan by age.
    const result = await sql`
        with personal as (
            select found.id
            from unnest(${connections.connectionIds}::text[]) as given (name)
            cross join lateral (
                select events.id
                from events
                where events.environment_id = ${connections.environmentId}
                    and events.payload ? 'connectionId' and events.payload ->> 'connectionId' = given.name
                    and events.payload ->> 'providerConfigKey' = ${connections.integrationKey}
                    and (events.payload ? 'endUser' or events.payload -> 'tags' <> '{}')
                    and events.created_at <= ${now}
                limit ${sql.lit(batchSize)}
            ) as found
            limit ${sql.lit(batchSize)}
        )
        update events
        set payload = (events.payload - 'endUser') || '{"tags": {}}'
        from personal
        where events.environment_id = ${connections.environmentId} and events.id = personal.id`.execute(db);
    return Number(result.numAffectedRows ?? 0n);
}
