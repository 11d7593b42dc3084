import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SetKey } from './record-sets.sql.ts';

/** Many ids are few rows. */
const idsPerPage = 1000;

/** @returns false where one is under way already, which goes on */
export async function startListing(trx: Db, { environmentId, setId }: SetKey, now: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows: count = 0n } = await trx
        .insertInto('record_listings')
        .values({ environment_id: environmentId, set_id: setId, started_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
    return count > 0n;
}

export async function notePage(trx: Db, { environmentId, setId }: SetKey, ids: readonly string[]): Promise<void> {
    await trx
        .insertInto('record_listing_pages')
        .values({ environment_id: environmentId, set_id: setId, record_ids: [...ids] })
        .execute();
}

export async function noteUnknown(trx: Db, { environmentId, setId }: SetKey): Promise<void> {
    await trx
        .updateTable('record_listings')
        .set({ has_unknown: true })
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .execute();
}

/** Keeps each id once: a listing that breaks off again and again would else grow with each run. */
export async function compactListing(trx: Db, { environmentId, setId }: SetKey): Promise<void> {
    await sql`
        with taken as (
            delete from record_listing_pages where environment_id = ${environmentId} and set_id = ${setId} returning record_ids
        ), distinct_ids as (
            select id, row_number() over () / ${sql.lit(idsPerPage)} as page from (select distinct unnest(record_ids) as id from taken) as seen
        )
        insert into record_listing_pages (environment_id, set_id, record_ids)
        select ${environmentId}::uuid, ${setId}::bigint, array_agg(id) from distinct_ids group by page`.execute(trx);
}

export async function findListing(trx: Db, { environmentId, setId }: SetKey): Promise<{ has_unknown: boolean } | undefined> {
    return trx
        .selectFrom('record_listings')
        .select('has_unknown')
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .executeTakeFirst();
}

/** Ids of the records that are not deleted and that the listing has not seen. */
export async function findUnseen(trx: Db, { environmentId, setId }: SetKey): Promise<string[]> {
    // A full join, which is never a nested loop: of tables without statistics `not exists` was one,
    // and took 14 s for 20,000 records.
    const { rows } = await sql<{ id: string }>`
        select live.id
        from (select id from records where environment_id = ${environmentId} and set_id = ${setId} and deleted_at is null) as live
        full join (
            select unnest(record_ids) as id from record_listing_pages where environment_id = ${environmentId} and set_id = ${setId}
        ) as seen on seen.id = live.id
        where seen.id is null`.execute(trx);
    return rows.map(({ id }) => id);
}

export async function endListing(trx: Db, { environmentId, setId }: SetKey): Promise<void> {
    await trx.deleteFrom('record_listings').where('environment_id', '=', environmentId).where('set_id', '=', setId).execute();
}
