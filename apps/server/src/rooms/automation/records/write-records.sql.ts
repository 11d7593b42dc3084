import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SetKey } from './record-sets.sql.ts';

export interface Write extends SetKey {
    /** Of all that is written; later than all before it in the set. */
    at: Date;
    runId: string | null;
    origin: 'us' | 'vendor';
    seenAt: Date;
}

export interface Page {
    ids: readonly string[];
    externalIds: readonly string[];
    /** JSON without line breaks, which is what `JSON.stringify` makes. */
    payloads: readonly string[];
    /** The same; `null` for none. */
    raws: readonly string[];
    hashes: readonly string[];
    versions: readonly (string | null)[];
}

export interface Saved {
    external_id: string;
    is_new: boolean;
    /** It was deleted before. */
    is_back: boolean;
}

/**
 * Writes what is new or changed. Of a record that changed in its version alone that is kept, and it
 * is not taken as modified. Under the lock of the set, so that what is not there stays away.
 * @param rules `inserts`: also what is not there or deleted; `unlessAfter`: what was modified after
 * it stays
 * @returns what is new or modified
 */
export async function savePage(trx: Db, write: Write, page: Page, rules: { inserts: boolean; unlessAfter: Date | null }): Promise<Saved[]> {
    // One parameter for all payloads: pg would quote each character of a list's texts.
    const { rows } = await sql<Saved>`
        with given as (
            select id, external_id, payload, raw, decode(hash, 'hex') as hash, vendor_version
            from unnest(${page.ids}::uuid[], ${page.externalIds}::text[], string_to_array(${page.payloads.join('\n')}, E'\n'),
                string_to_array(${page.raws.join('\n')}, E'\n', 'null'), ${page.hashes}::text[], ${page.versions}::text[])
                as given (id, external_id, payload, raw, hash, vendor_version)
        ), compared as (
            select given.id, given.external_id, given.payload, given.raw, given.hash,
                coalesce(given.vendor_version, case when known.hash = given.hash then known.vendor_version end) as vendor_version,
                known.id is null as is_new, known.deleted_at is not null as is_back, known.last_modified_at,
                coalesce(known.hash = given.hash and known.deleted_at is null, false) as is_same,
                known.vendor_version is distinct from coalesce(given.vendor_version, known.vendor_version) as has_version
            from given
            left join records as known
                on known.environment_id = ${write.environmentId} and known.set_id = ${write.setId} and known.id = given.id
        ), changed as (
            select * from compared
            where (not is_same or has_version)
                and (${rules.inserts} or not (is_new or is_back))
                and coalesce(last_modified_at <= ${rules.unlessAfter}::timestamptz, true)
        ), inserted as (
            insert into records (environment_id, set_id, id, external_id, payload, raw, hash, vendor_version, origin, run_id,
                first_seen_at, last_modified_at, seen_at)
            select ${write.environmentId}::uuid, ${write.setId}::bigint, id, external_id, payload, raw, hash, vendor_version,
                ${write.origin}::text, ${write.runId}::uuid, ${write.at}::timestamptz, ${write.at}::timestamptz,
                ${write.seenAt}::timestamptz
            from changed where is_new
        ), modified as (
            update records as known set payload = changed.payload, raw = changed.raw, hash = changed.hash,
                vendor_version = changed.vendor_version, origin = ${write.origin}, run_id = ${write.runId}::uuid,
                last_modified_at = ${write.at}::timestamptz, seen_at = ${write.seenAt}::timestamptz, deleted_at = null, pruned_at = null
            from changed
            where known.environment_id = ${write.environmentId} and known.set_id = ${write.setId} and known.id = changed.id
                and not is_new and not is_same
        ), versioned as (
            update records as known set vendor_version = changed.vendor_version,
                raw = case when known.pruned_at is null then changed.raw end
            from changed
            where known.environment_id = ${write.environmentId} and known.set_id = ${write.setId} and known.id = changed.id and is_same
        )
        select external_id, is_new, is_back from changed where not is_same`.execute(trx);
    return rows;
}

/** Marks records as deleted. Their payloads stay. @returns which they were */
export async function deletePage(trx: Db, write: Write, ids: readonly string[]): Promise<string[]> {
    const rows = await trx
        .updateTable('records')
        .set({
            deleted_at: write.at,
            last_modified_at: write.at,
            seen_at: write.seenAt,
            run_id: write.runId,
            origin: write.origin
        })
        .where('environment_id', '=', write.environmentId)
        .where('set_id', '=', write.setId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('deleted_at', 'is', null)
        .returning('external_id')
        .execute();
    return rows.map(({ external_id: id }) => id);
}

export interface SetAside {
    id: string;
    externalId: string | null;
    issues: string;
    record: string;
}

export async function setAsidePage(trx: Db, { environmentId, setId, runId, seenAt }: Write, page: readonly SetAside[]): Promise<void> {
    await sql`
        insert into set_aside_records (environment_id, set_id, id, external_id, issues, record, run_id, seen_at)
        select ${environmentId}::uuid, ${setId}::bigint, id, external_id, issues, record, ${runId}::uuid, ${seenAt}::timestamptz
        from unnest(${page.map(({ id }) => id)}::uuid[], ${page.map(({ externalId }) => externalId)}::text[],
            string_to_array(${page.map(({ issues }) => issues).join('\n')}, E'\n'),
            string_to_array(${page.map(({ record }) => record).join('\n')}, E'\n')) as given (id, external_id, issues, record)
        on conflict (environment_id, set_id, id) do update
            set issues = excluded.issues, record = excluded.record, run_id = excluded.run_id, seen_at = excluded.seen_at`.execute(trx);
}

/** Forgets that these were set aside: they have their model's form now, or are deleted. */
export async function takeBack(trx: Db, { environmentId, setId }: SetKey, ids: readonly string[]): Promise<void> {
    await trx
        .deleteFrom('set_aside_records')
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
}
