import type { LogFilter } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import {
    type EntryFilter,
    findByTerms,
    type IdRange,
    type ListedRow,
    listAmongNewest,
    listEntries,
    readEntries
} from './list-entries.sql.ts';
import { firstIdOf, listPartitions } from './partitions.sql.ts';
import { filterTerms, olderTerm, termOf, wordsOf } from './terms.ts';

/** So many entries are looked at before an index is: what most fit is found among them. */
const windowSize = 2000;
/** So many, where these had a fifth of a page: as many as fit would be too many for the index. */
const widerWindowSize = 20_000;
/** More matches are not collected: 2,000 take 20 ms. */
const maxCollected = 2000;
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One page of the entries that fit, newest first, and where the next one begins. */
export async function listLogs(
    { db }: Pick<Deps, 'db'>,
    environmentId: string,
    filter: LogFilter
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
    const { since, until, cursor, limit } = filter;
    const ends = [cursor ?? lastId, until === undefined ? lastId : firstIdAt(new Date(until))];
    const range = { from: firstIdAt(new Date(since ?? 0)), before: ends.toSorted()[0] ?? lastId };
    const found = await findNewest(db, environmentId, range, toEntryFilter(environmentId, filter), limit + 1);
    const rows = found.slice(0, limit);
    return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * With terms alone: the newest entries may do. Else terms that few entries have are collected by
 * their index; for the others, entries are read from the newest on. Which it is, is asked for all
 * days and then for each.
 */
async function findNewest(db: Db, environmentId: string, range: IdRange, filter: EntryFilter, limit: number): Promise<ListedRow[]> {
    const { connectionId, requestId, operationId, terms } = filter;
    if (terms === undefined || (requestId ?? operationId) !== undefined) return listEntries(db, environmentId, range, filter, limit);
    if (connectionId !== undefined) return findNewestOf(db, environmentId, range, { ...filter, connectionId, terms }, limit);
    const newest = await listAmongNewest(db, environmentId, range, { terms, window: windowSize, limit });
    if (newest.length === limit) return newest;
    if (newest.length * 5 >= limit) {
        const more = await listAmongNewest(db, environmentId, range, { terms, window: widerWindowSize, limit });
        if (more.length === limit) return more;
    }
    const few = await findFew(db, environmentId, range, terms, limit);
    if (few) return few;
    const found: ListedRow[] = [];
    const days = await listPartitions(db);
    for (const day of days.toSorted((one, other) => other - one)) {
        const ofDay = { from: later(range.from, firstIdOf(day)), before: earlier(range.before, firstIdOf(day + 1)) };
        if (ofDay.from >= ofDay.before) continue;
        const missing = limit - found.length;
        found.push(
            ...((await findFew(db, environmentId, ofDay, terms, missing)) ?? (await listEntries(db, environmentId, ofDay, filter, missing)))
        );
        if (found.length === limit) break;
    }
    return found;
}

/** Of one connection, which may have most entries of the environment and few that fit. */
async function findNewestOf(
    db: Db,
    environmentId: string,
    range: IdRange,
    filter: EntryFilter & { connectionId: string; terms: string },
    limit: number
): Promise<ListedRow[]> {
    const { connectionId, terms } = filter;
    const newest = await listAmongNewest(db, environmentId, range, { terms, connectionId, window: windowSize, limit });
    if (newest.length === limit) return newest;
    return (await findFew(db, environmentId, range, terms, limit, connectionId)) ?? listEntries(db, environmentId, range, filter, limit);
}

/** Undefined where too many have these terms. @param connectionId undefined: of any */
async function findFew(
    db: Db,
    environmentId: string,
    range: IdRange,
    terms: string,
    limit: number,
    connectionId?: string
): Promise<ListedRow[] | undefined> {
    const found = await findByTerms(db, environmentId, range, terms, maxCollected + 1);
    if (found.length > maxCollected) return undefined;
    const ids = found.flatMap((entry) => (connectionId === undefined || entry.connection_id === connectionId ? entry.id : []));
    const newest = ids.toSorted().toReversed().slice(0, limit);
    return newest.length === 0 ? [] : readEntries(db, environmentId, newest);
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

export function toEntryFilter(environmentId: string, filter: Partial<LogFilter>): EntryFilter {
    const { status, search, kind } = filter;
    const isClass = status?.endsWith('xx') === true;
    const terms = filterTerms({
        kind,
        status: status === undefined || isClass ? undefined : Number(status),
        statusClass: isClass ? Number(status.slice(0, 1)) : undefined,
        isFailed: filter.failed,
        integrationKey: filter.integration_id,
        runId: filter.run_id
    }).map((term) => `(${[term, olderTerm(term)].map((each) => quoted(termOf(environmentId, each))).join(' | ')})`);
    const words = wordsOf(search ?? '').map((word) => `${quoted(termOf(environmentId, word))}:*`);
    const all = [...terms, ...words];
    return {
        connectionId: filter.connection_id,
        requestId: filter.request_id,
        operationId: filter.operation_id,
        terms: all.length === 0 ? undefined : all.join(' & ')
    };
}

/** As a lexeme of a tsquery. */
function quoted(term: string): string {
    return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
