import type { LogFilter } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import { type EntryFilter, type ListedRow, listEntries } from './list-entries.sql.ts';
import { filterTerms, wordsOf } from './terms.ts';

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One page of the entries that fit, newest first, and where the next one begins. */
export async function listLogs(
    { db }: Pick<Deps, 'db'>,
    environmentId: string,
    filter: LogFilter
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
    const { since, until, cursor, limit } = filter;
    const ends = [cursor ?? lastId, until === undefined ? lastId : firstIdAt(new Date(until))];
    const range = { from: firstIdAt(new Date(since ?? 0)), before: ends.toSorted()[0] ?? lastId };
    const found = await listEntries(db, environmentId, range, toEntryFilter(filter), limit + 1);
    const rows = found.slice(0, limit);
    return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

function toEntryFilter(filter: Partial<LogFilter>): EntryFilter {
    const { status, search, kind } = filter;
    const isClass = status?.endsWith('xx') === true;
    const terms = [
        ...filterTerms({
            kind,
            status: status === undefined || isClass ? undefined : Number(status),
            isFailed: filter.failed,
            integrationKey: filter.integration_id
        }),
        ...(isClass ? [`class:${status?.slice(0, 1)}`] : [])
    ].map(quoted);
    const words = wordsOf(search ?? '').map((word) => `${quoted(word)}:*`);
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
