import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { SetKey } from './record-sets.sql.ts';

/** A set without a connection, or without a run since `before`; none that another server has. */
export async function lockSetToDelete(trx: Db, before: Date): Promise<SetKey | undefined> {
    const some = () =>
        trx.selectFrom('record_sets').select(['environment_id as environmentId', 'id as setId']).limit(1).forUpdate().skipLocked();
    const detached = some().where('connection_row_id', 'is', null).orderBy('environment_id').orderBy('id');
    return (
        (await detached.executeTakeFirst()) ??
        // In the order of the index, which would not be used otherwise.
        some().where('last_run_at', '<', before).orderBy('last_run_at').executeTakeFirst()
    );
}

/** @returns how many */
export async function deleteSome(
    trx: Db,
    table: 'records' | 'set_aside_records',
    { environmentId, setId }: SetKey,
    limit: number
): Promise<number> {
    const of = sql.table(table);
    const { numAffectedRows = 0n } = await sql`
        delete from ${of} where ctid = any(array(
            select ctid from ${of} where environment_id = ${environmentId} and set_id = ${setId} limit ${sql.lit(limit)}))`.execute(trx);
    return Number(numAffectedRows);
}

/** Readers find no records of it from then on; a sync that runs again begins a new one. */
export async function detachSet(trx: Db, { environmentId, setId }: SetKey): Promise<void> {
    await trx
        .updateTable('record_sets')
        .set({ connection_row_id: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', setId)
        .execute();
}

/** With its listing. */
export async function deleteSet(trx: Db, { environmentId, setId }: SetKey): Promise<void> {
    await trx.deleteFrom('record_sets').where('environment_id', '=', environmentId).where('id', '=', setId).execute();
}
