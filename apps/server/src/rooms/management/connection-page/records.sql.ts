import type { Db } from '@patchbay/db';
import { type SqlBool, sql } from 'kysely';
import type { Position } from '../../automation/records/cursor.ts';
import type { SetKey } from '../../automation/records/record-sets.sql.ts';

const shown = [
    'id',
    'external_id',
    'payload',
    'previous',
    'previous_until',
    'origin',
    'run_id',
    'first_seen_at',
    'last_modified_at',
    'deleted_at'
] as const;

const newestOf = (db: Db, { environmentId, setId }: SetKey, before: Position | undefined) =>
    db
        .selectFrom('records')
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .$if(before !== undefined, (query) =>
            query.where(sql<SqlBool>`(last_modified_at, id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`)
        )
        .orderBy('last_modified_at', 'desc')
        .orderBy('id', 'desc');

export type ShownRecord = Awaited<ReturnType<typeof listNewest>>[number];

/** Those that changed last first. */
export function listNewest(db: Db, key: SetKey, before: Position | undefined, limit: number) {
    return newestOf(db, key, before).select(shown).limit(limit).execute();
}

/** Those of the newest `window` that have this text. */
export function searchNewest(
    db: Db,
    key: SetKey,
    before: Position | undefined,
    { text, window, limit }: { text: string; window: number; limit: number }
): Promise<ShownRecord[]> {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return (
        db
            .selectFrom(newestOf(db, key, before).select(shown).limit(window).as('newest'))
            .select(shown)
            // Letters of English alone, which takes a tenth of the time.
            .where(sql<SqlBool>`payload collate "C" ilike ${pattern} or external_id collate "C" ilike ${pattern}`)
            .orderBy('last_modified_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
    );
}

/** Where the newest `window` end; undefined: there are no more. */
export async function findEndOfNewest(db: Db, key: SetKey, before: Position | undefined, window: number): Promise<Position | undefined> {
    const row = await newestOf(db, key, before)
        .select(['last_modified_at', 'id'])
        .offset(window - 1)
        .limit(1)
        .executeTakeFirst();
    return row && { at: row.last_modified_at, id: row.id };
}

export function findShown(db: Db, { environmentId, setId }: SetKey, id: string): Promise<ShownRecord | undefined> {
    return db
        .selectFrom('records')
        .select(shown)
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .where('id', '=', id)
        .executeTakeFirst();
}
