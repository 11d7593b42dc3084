import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { Position } from './cursor.ts';
import type { SetKey } from './record-sets.sql.ts';

export type StoredRecord = Awaited<ReturnType<typeof findRecords>>[number];

function stored(db: Db, { environmentId, setId }: SetKey) {
    return db
        .selectFrom('records')
        .select(['id', 'payload', 'last_modified_at', 'deleted_at', 'origin', 'vendor_version'])
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId);
}

export function findRecords(db: Db, key: SetKey, ids: readonly string[]) {
    return stored(db, key)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
}

export function listLive(db: Db, key: SetKey, after: Position, limit: number) {
    return stored(db, key)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`(last_modified_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
        .orderBy('last_modified_at')
        .orderBy('id')
        .limit(limit)
        .execute();
}
