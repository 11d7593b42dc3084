import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SetKey } from './record-sets.sql.ts';

/** Sets without a connection, else without a run since `before`; none that another server has. */
export async function lockSetsToDelete(trx: Db, before: Date, limit: number): Promise<SetKey[]> {
    const some = () =>
        trx.selectFrom('record_sets').select(['environment_id as environmentId', 'id as setId']).limit(limit).forUpdate().skipLocked();
    const detached = await some().where('connection_row_id', 'is', null).orderBy('environment_id').orderBy('id').execute();
    if (detached.length > 0) return detached;
    // In the order of the index, which would not be used otherwise.
    return some().where('last_run_at', '<', before).orderBy('last_run_at').execute();
}

const given = (sets: readonly SetKey[]) => sql`
    unnest(${sets.map(({ environmentId }) => environmentId)}::uuid[], ${sets.map(({ setId }) => setId)}::bigint[]) as given (environment_id, id)`;

/** @returns how many, of all these sets together */
export async function deleteSome(trx: Db, table: 'records' | 'set_aside_records', sets: readonly SetKey[], limit: number): Promise<number> {
    const of = sql.table(table);
    // Set by set: joined, all of the table's rows may be read.
    const { numAffectedRows = 0n } = await sql`
        delete from ${of} where ctid = any(array(
            select found.ctid from ${given(sets)}
            cross join lateral (
                select ctid from ${of} as rows
                where rows.environment_id = given.environment_id and rows.set_id = given.id limit ${sql.lit(limit)}
            ) as found
            limit ${sql.lit(limit)}))`.execute(trx);
    return Number(numAffectedRows);
}

/** Readers find no records of them from then on; a sync that runs again begins new ones. */
export async function detachSets(trx: Db, sets: readonly SetKey[]): Promise<void> {
    await sql`
        update record_sets set connection_row_id = null from ${given(sets)}
        where record_sets.environment_id = given.environment_id and record_sets.id = given.id`.execute(trx);
}

/** With their listings. */
export async function deleteEmptySets(trx: Db, sets: readonly SetKey[]): Promise<void> {
    await sql`
        delete from record_sets using ${given(sets)}
        where record_sets.environment_id = given.environment_id and record_sets.id = given.id`.execute(trx);
}
