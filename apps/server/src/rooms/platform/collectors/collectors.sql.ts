import type { CollectorChanges, CollectorRow, Db } from '@patchbay/db';
import { sql } from 'kysely';

/** What changes with the settings, and not with each export. */
export function findRevisions(db: Db): Promise<Pick<CollectorRow, 'environment_id' | 'revision'>[]> {
    return db.selectFrom('collectors').select(['environment_id', 'revision']).where('url', 'is not', null).execute();
}

export function findCollector(db: Db, environmentId: string): Promise<CollectorRow | undefined> {
    return db.selectFrom('collectors').selectAll().where('environment_id', '=', environmentId).executeTakeFirst();
}

/** Locked until the transaction ends; made where there is none. */
export async function lockCollector(trx: Db, made: Pick<CollectorRow, 'environment_id' | 'id'>): Promise<CollectorRow> {
    await trx
        .insertInto('collectors')
        .values(made)
        .onConflict((conflict) => conflict.column('environment_id').doNothing())
        .execute();
    return trx
        .selectFrom('collectors')
        .selectAll()
        .where('environment_id', '=', made.environment_id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
}

/** What became of exports to an address before says nothing about the new settings. */
export async function updateCollectorRow(trx: Db, environmentId: string, changes: CollectorChanges): Promise<void> {
    await trx
        .updateTable('collectors')
        .set((set) => ({ ...changes, revision: set('revision', '+', 1), last_success_at: null, last_error_at: null, last_error: null }))
        .where('environment_id', '=', environmentId)
        .execute();
}

export interface ExportResult {
    environmentId: string;
    revision: number;
    successAt: Date | null;
    error: { at: Date; message: string } | null;
}

/** Of these settings: a result of earlier ones is left out. */
export async function saveResult(db: Db, { environmentId, revision, successAt, error }: ExportResult): Promise<void> {
    await sql`
        update collectors set
            last_success_at = greatest(last_success_at, ${successAt}::timestamptz),
            last_error = case when ${error?.at ?? null}::timestamptz > coalesce(last_error_at, '-infinity') then ${error?.message ?? null}
                else last_error end,
            last_error_at = greatest(last_error_at, ${error?.at ?? null}::timestamptz)
        where environment_id = ${environmentId} and revision = ${revision}`.execute(db);
}
