import { type Account, errorOf, fieldsOf, type Row } from '../account.ts';
import type { Case } from '../case.ts';
import { idsOf, sameIds, sampleOf, UNKNOWN_ID } from '../ids.ts';
import { listOf, type ModelTable } from '../model-table.ts';
import { holds, NotRun, same, shown } from '../outcome.ts';

/** A list is read in about so many pages. */
const PAGES = 6;
const SMALLEST_PAGE = 5;

/** What holds for the list of each model, as it is stored. */
export function listCases({ model }: ModelTable): Case[] {
    const { path } = listOf(model);
    const base = { model, column: 'list', endpoints: [`GET ${path}`], writes: false } as const;
    return [...pageCases(base), ...choiceCases(base, path), ...refusedQueries(base, path)];
}

type Base = Omit<Case, 'says' | 'check'>;

function pageCases(base: Base): Case[] {
    const { model } = base;
    const { path, record: schema } = listOf(model);
    return [
        {
            ...base,
            says: 'each record has the form of the model, and no other field',
            async check(account) {
                for (const row of await account.storedRows(path)) {
                    const fields = fieldsOf(row);
                    const parsed = schema.safeParse(fields);
                    holds(parsed.success, `${row.id} is not a ${model}: ${parsed.error?.message}`);
                    same(fields, parsed.data, row.id);
                }
            }
        },
        {
            ...base,
            says: 'small pages have each record once, in the same order as large ones',
            async check(account) {
                const rows = await account.storedRows(path);
                const limit = Math.max(SMALLEST_PAGE, Math.ceil(rows.length / PAGES));
                const walked: string[] = [];
                for (let cursor: string | null = ''; cursor !== null && walked.length < rows.length + limit;) {
                    const page = await account.page(path, {
                        filter: 'added,updated',
                        limit: String(limit),
                        ...(cursor === '' ? {} : { cursor })
                    });
                    holds(page.records.length <= limit, `a page of ${limit} has ${page.records.length} records`);
                    walked.push(...page.records.map(({ id }) => id));
                    cursor = page.next_cursor;
                }
                sameIds(walked.slice(0, rows.length), idsOf(rows), 'the pages');
                same(
                    walked.slice(0, rows.length),
                    rows.map(({ id }) => id),
                    'the order'
                );
            }
        },
        {
            ...base,
            says: 'a cursor of a record continues behind it',
            async check(account) {
                const rows = await account.storedRows(path);
                if (rows.length < 2) throw new NotRun('The account has only one.');
                const middle = Math.floor((rows.length - 1) / 2);
                const { cursor } = Object(rows[middle]?.['_nango_metadata']) as { cursor?: unknown };
                const page = await account.page(path, { filter: 'added,updated', limit: '1', cursor: String(cursor) });
                same(page.records[0]?.id, rows[middle + 1]?.id, 'the next record');
            }
        },
        {
            ...base,
            says: 'a second run of the sync writes nothing',
            async check(account) {
                same(await account.sync(model), { added: 0, updated: 0, deleted: 0 }, 'the run');
            }
        }
    ];
}

function choiceCases(base: Base, path: string): Case[] {
    return [
        {
            ...base,
            says: '`ids` chooses records',
            async check(account) {
                const ids = sampleOf(await account.storedRows(path)).map(({ id }) => id);
                const query = new URLSearchParams([...ids, UNKNOWN_ID].map((id): [string, string] => ['ids', id]));
                const reply = await account.call('GET', `${path}?${query}`);
                const { records } = Object(reply.body) as { records: Row[] };
                sameIds(idsOf(records), ids, 'the records');
            }
        },
        {
            ...base,
            says: 'the same list is under `/v1`',
            async check(account) {
                const query = { limit: '3', filter: 'added,updated' };
                same((await account.page(`/v1${path}`, query)).records, (await account.page(path, query)).records, 'the page');
            }
        },
        {
            ...base,
            says: 'tells that it is current, and since when',
            async check(account) {
                const { headers } = await account.call('GET', path, { query: { limit: '1' } });
                same(headers.get('patchbay-sync-status'), 'current', 'Patchbay-Sync-Status');
                const at = headers.get('patchbay-synced-at') ?? '';
                holds(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(at), `Patchbay-Synced-At is ${shown(at)}`);
            }
        }
    ];
}

/** Requests for a list that are refused before the vendor is asked. */
function refusedQueries(base: Base, path: string): Case[] {
    const refuses = (says: string, query: Record<string, string>, code: string, place?: string): Case => ({
        ...base,
        says,
        async check(account: Account) {
            const error = errorOf(await account.send('GET', path, { query }), `GET ${path}?${new URLSearchParams(query)}`);
            same([error.status, error.code], [400, code], 'the refusal');
            if (place !== undefined) {
                const named = error.errors?.some((issue) => issue.path.includes(place) || issue.message.includes(place));
                holds(named === true, `the refusal does not name ${place}: ${shown(error.errors)}`);
            }
        }
    });
    return [
        refuses('a limit that is none is refused', { limit: '0' }, 'invalid_query_params', 'limit'),
        refuses('a limit above the largest is refused', { limit: '10001' }, 'invalid_query_params', 'limit'),
        refuses('an unknown filter is refused', { filter: 'unheard_of' }, 'invalid_query_params', 'filter'),
        refuses('an unknown parameter is refused', { unheard_of: '1' }, 'invalid_query_params', 'unheard_of'),
        refuses('a time that is none is refused', { modified_after: 'yesterday' }, 'invalid_query_params', 'modified_after'),
        refuses('a cursor of no list is refused', { cursor: 'unheard-of' }, 'invalid_cursor'),
        refuses('a live list cannot choose among stored records', { live: 'true', filter: 'added' }, 'invalid_query_params', 'filter'),
        refuses('a live cursor of no list is refused', { live: 'true', cursor: 'unheard-of' }, 'invalid_cursor')
    ];
}
