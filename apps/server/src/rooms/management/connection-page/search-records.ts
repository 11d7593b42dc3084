import { AppError, type ParsedInput, type RecordView, type searchRecords as contract, type SuccessIn } from '@patchbay/contracts';
import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type Position, readCursor, toCursor } from '../../automation/records/cursor.ts';
import { recordIdOf } from '../../automation/records/record-scope.ts';
import { findSetId, type SetKey } from '../../automation/records/record-sets.sql.ts';
import { findEndOfNewest, findShown, listNewest, searchNewest, type ShownRecord } from './records.sql.ts';

/** So many are looked at for a page: 5,000 of 2 kB take 60 ms. */
const window = 5000;

type Query = ParsedInput<typeof contract>['query'];
type Page = SuccessIn<typeof contract>;

/** @throws {AppError} `invalid_cursor` */
export async function searchRecords(
    { db }: Pick<Deps, 'db'>,
    { environment_id: environmentId, id: connectionId }: Pick<ConnectionRow, 'environment_id' | 'id'>,
    { model, search: text, cursor, limit }: Pick<Query, 'model' | 'search' | 'cursor' | 'limit'>
): Promise<Page> {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && !before) throw new AppError('invalid_cursor');
    const scope = { environmentId, connectionId, variant: 'base' };
    const setId = await findSetId(db, scope, model);
    if (setId === undefined) return { data: [], next_cursor: null };
    const key = { environmentId, setId };
    if (text === undefined) return toPage(await listNewest(db, key, before, limit + 1), limit);
    // JSON as it is stored.
    const escaped = JSON.stringify(text).slice(1, -1);
    const found = await searchNewest(db, key, before, { text: escaped, window, limit: limit + 1 });
    const own = recordIdOf(scope, model, text);
    const first = before ? undefined : await findShown(db, key, own);
    const page = toPage(
        found.filter(({ id }) => id !== own),
        limit
    );
    return {
        data: [...(first ? [describe(first)] : []), ...page.data],
        next_cursor: page.next_cursor ?? (await endOf(db, key, before))
    };
}

async function endOf(db: Deps['db'], key: SetKey, before: Position | undefined): Promise<string | null> {
    const end = await findEndOfNewest(db, key, before, window);
    return end ? toCursor(end) : null;
}

function toPage(rows: readonly ShownRecord[], limit: number): Page {
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(describe), next_cursor: last ? toCursor({ at: last.last_modified_at, id: last.id }) : null };
}

function describe(row: ShownRecord): RecordView {
    const { first_seen_at: first, last_modified_at: last, previous_until: until } = row;
    const isAdded = first.getTime() === last.getTime();
    return {
        id: row.external_id,
        last_action: row.deleted_at ? 'deleted' : isAdded ? 'added' : 'updated',
        last_modified_at: last.toISOString(),
        origin: row.origin === 'us' ? 'us' : 'vendor',
        run_id: row.run_id,
        fields: objectOf(row.payload),
        // Else the release before has changed it since.
        before: row.payload !== null && until?.getTime() === last.getTime() ? objectOf(row.previous) : null
    };
}

// Written by `toStoredForm` from a record.
const objectOf = (payload: string | null) => (payload === null ? null : (JSON.parse(payload) as Record<string, unknown>));
