import { AppError, type ListRecordsQuery } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { countUnconfirmed } from '../../connections/connection-store/connections.sql.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { beforeAll, cursorAt, firstId, type Position, readCursor, toCursor } from './cursor.ts';
import { findSetByNames, type ListedRecord, listRecords, type SetTarget } from './list-records.sql.ts';
import { recordIdOf, setName } from './record-scope.ts';

type ReadDeps = Pick<Deps, 'batches' | 'clock' | 'db'>;

/**
 * A page of records, as text: payloads are not parsed on their way, and the rest is not built as
 * objects first, which takes twice the time.
 * @throws {AppError} `unknown_connection`, `not_confirmed`, `invalid_query_params`, `server_error`
 * for a cursor that is none, which is the reference's
 */
export async function readRecords(deps: ReadDeps, target: ConnectionTarget, query: ListRecordsQuery): Promise<SerialisedJson> {
    const after = positionOf(deps, query);
    const name = setName(query.model, query.variant);
    const shape = { actions: query.filter ?? [], byId: query.ids !== undefined, withRaw: query.raw ?? false };
    const ids = query.ids && (await recordIdsOf(deps, { ...target, name }, query.ids));
    const rows = await listRecords(deps.batches, { ...target, name }, shape, { after, ids: ids ?? [], limit: query.limit + 1 });
    if (rows.length === 0) await requireSet(deps, target, name);
    const page = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? page.at(-1) : undefined;
    const nextCursor = last ? `"${toCursor({ at: last.last_modified_at, id: last.id })}"` : 'null';
    const timeOf = timeTexts();
    const records = page.map((row) => toJson(row, shape.withRaw, timeOf)).join(',');
    return new SerialisedJson(`{"records":[${records}],"next_cursor":${nextCursor}}`);
}

async function recordIdsOf(deps: ReadDeps, target: SetTarget, ids: readonly string[]): Promise<string[]> {
    const { connectionId } = await requireSet(deps, target, target.name);
    return ids.map((id) => recordIdOf({ environmentId: target.environmentId, connectionId }, target.name, id));
}

/**
 * @returns `setId` null: it has no records of the model
 * @throws {AppError} `unknown_connection`, `not_confirmed`
 */
export async function requireSet(
    deps: ReadDeps,
    target: ConnectionTarget,
    name: string
): Promise<{ connectionId: number; setId: number | null }> {
    const found = await findSetByNames(deps.batches, { ...target, name });
    if (found) return { connectionId: found.connection_row_id, setId: found.set_id };
    const { connectionId, ...owner } = target;
    const waiting = await countUnconfirmed(deps.db, { ...owner, connectionIds: [connectionId], now: deps.clock.now() });
    throw new AppError(waiting > 0 ? 'not_confirmed' : 'unknown_connection');
}

function positionOf({ clock }: ReadDeps, { cursor, modified_after: modifiedAfter, delta }: ListRecordsQuery): Position {
    const since = modifiedAfter ?? delta;
    const from = since === undefined ? beforeAll : { at: new Date(since), id: firstId };
    const path = modifiedAfter === undefined ? 'delta' : 'modified_after';
    if (since !== undefined && from.at < yearBefore(clock.now())) {
        const message = 'Must not be more than 12 months ago.';
        throw new AppError('invalid_query_params', { message, errors: [{ code: 'custom', message, path: [path] }] });
    }
    if (cursor === undefined) return from;
    const behind = readCursor(cursor);
    if (!behind)
        throw new AppError('server_error', { message: 'The cursor is invalid. Give `next_cursor` of the page before, unchanged.' });
    return behind.at < from.at ? from : behind;
}

function yearBefore(now: Date): Date {
    const before = new Date(now);
    before.setUTCFullYear(now.getUTCFullYear() - 1);
    return before;
}

/** The payload's own text, with the metadata behind its last field. */
function toJson(row: ListedRecord, withRaw: boolean, timeOf: TimeText): string {
    const modified = timeOf(row.last_modified_at);
    const nango =
        `{"first_seen_at":"${timeOf(row.first_seen_at)}","last_modified_at":"${modified}","last_action":"${actionOf(row)}"` +
        `,"deleted_at":${orNull(row.deleted_at, timeOf)},"pruned_at":${orNull(row.pruned_at, timeOf)},"cursor":"${cursorAt(modified, row.id)}"}`;
    const own =
        `{"origin":"${row.origin}","run_id":${orNull(row.run_id, String)},"seen_at":"${timeOf(row.seen_at)}"` +
        `,"vendor_version":${row.vendor_version === null ? 'null' : JSON.stringify(row.vendor_version)}`;
    const payload = row.payload ?? JSON.stringify({ id: row.external_id });
    const raw = withRaw ? `,"raw":${row.raw ?? 'null'}` : '';
    return `${payload.slice(0, -1)},"_nango_metadata":${nango},"_patchbay_metadata":${own}${raw}}}`;
}

type TimeText = (time: Date) => string;

/** Most times of a page are the same. */
function timeTexts(): TimeText {
    let ms = NaN;
    let text = '';
    return (time) => {
        if (time.getTime() !== ms) {
            ms = time.getTime();
            text = time.toISOString();
        }
        return text;
    };
}

/** @param textOf of a value that needs no escapes */
function orNull<Value>(value: Value | null, textOf: (value: Value) => string): string {
    return value === null ? 'null' : `"${textOf(value)}"`;
}

function actionOf({ deleted_at: deletedAt, first_seen_at: first, last_modified_at: last }: ListedRecord): 'ADDED' | 'UPDATED' | 'DELETED' {
    if (deletedAt !== null) return 'DELETED';
    return first.getTime() === last.getTime() ? 'ADDED' : 'UPDATED';
}
