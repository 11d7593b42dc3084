import type { Db } from '@patchbay/db';
import { HostError, type HostRecord } from '@patchbay/functions';
import { beforeAll, readCursor, toCursor } from './cursor.ts';
import { findRecords, listLive, type StoredRecord } from './get-records.sql.ts';
import { recordIdOf, type RecordScope, setName } from './record-scope.ts';
import { findSetId } from './record-sets.sql.ts';

const pageSize = 100;

/** Those that are there, not deleted, and not pruned. */
export async function getRecords(db: Db, scope: RecordScope, model: string, ids: readonly string[]): Promise<HostRecord[]> {
    const name = setName(model, scope.variant);
    const setId = await findSetId(db, scope, name);
    if (setId === undefined) return [];
    const key = { environmentId: scope.environmentId, setId };
    const rows = await findRecords(
        db,
        key,
        [...new Set(ids)].map((id) => recordIdOf(scope, name, id))
    );
    return rows.flatMap((row) => (row.deleted_at === null ? toHostRecord(row) : []));
}

/** Where a record is from, and when it changed. */
export interface RecordState {
    lastModifiedAt: Date;
    isDeleted: boolean;
    origin: 'us' | 'vendor';
    vendorVersion: string | null;
    /** `null`: it was pruned. */
    record: HostRecord | null;
}

/** One record with its provenance, also a deleted one; undefined where there is none. */
export async function findRecordState(db: Db, scope: RecordScope, model: string, id: string): Promise<RecordState | undefined> {
    const name = setName(model, scope.variant);
    const setId = await findSetId(db, scope, name);
    if (setId === undefined) return undefined;
    const [row] = await findRecords(db, { environmentId: scope.environmentId, setId }, [recordIdOf(scope, name, id)]);
    return (
        row && {
            lastModifiedAt: row.last_modified_at,
            isDeleted: row.deleted_at !== null,
            origin: row.origin === 'us' ? 'us' : 'vendor',
            vendorVersion: row.vendor_version,
            record: toHostRecord(row)[0] ?? null
        }
    );
}

/** A page of the records that are not deleted, in the order of their changes. */
export async function listPage(
    db: Db,
    scope: RecordScope,
    model: string,
    cursor: string | null
): Promise<{ records: HostRecord[]; nextCursor: string | null }> {
    const from = cursor === null ? beforeAll : readCursor(cursor);
    if (!from) throw new HostError('invalid_cursor', 'The cursor is not one of a page before.');
    const setId = await findSetId(db, scope, setName(model, scope.variant));
    if (setId === undefined) return { records: [], nextCursor: null };
    const rows = await listLive(db, { environmentId: scope.environmentId, setId }, from, pageSize);
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    return { records: rows.flatMap(toHostRecord), nextCursor: last ? toCursor({ at: last.last_modified_at, id: last.id }) : null };
}

function toHostRecord({ payload }: StoredRecord): HostRecord[] {
    // Written by `toStoredForm` from one.
    return payload === null ? [] : [JSON.parse(payload) as HostRecord];
}
