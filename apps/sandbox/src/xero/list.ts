import { KINDS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Organisation } from './books.ts';
import { msOf, textOf } from './row.ts';
import type { Row } from './row.ts';
import { parseOrder, parseWhere, QueryError } from './where.ts';

const PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 1000;

/**
 * A list as the query and `If-Modified-Since` want it, with its `pagination`.
 * @throws {QueryError}
 */
export function listOf({ books }: Organisation, kind: Kind, query: URLSearchParams, modifiedSince: string | undefined): Row {
    let rows = books.list(kind.name);
    const sinceMs = msOf(modifiedSince);
    if (sinceMs !== undefined) rows = rows.filter((row) => (msOf(row['UpdatedDateUTC']) ?? 0) >= sinceMs);
    if (kind.name === 'Contacts' && query.get('includeArchived') !== 'true')
        rows = rows.filter((row) => row['ContactStatus'] !== 'ARCHIVED');
    for (const [parameter, field] of filtersOf(kind)) {
        const wanted = query.get(parameter)?.split(',');
        if (wanted) rows = rows.filter((row) => wanted.includes(textOf(row[field]) ?? ''));
    }
    // Purchase orders have no `where`:
    // https://developer.xero.com/documentation/api/accounting/purchaseorders
    const where = kind.name === 'PurchaseOrders' ? null : query.get('where');
    if (where !== null && where !== '') rows = rows.filter(parseWhere(where));
    if (kind.name === 'PurchaseOrders') rows = rows.filter(isBetween(query));
    const order = query.get('order');
    if (order !== null && order !== '') rows = rows.toSorted(parseOrder(order));

    const isPaged = kind.linesField !== null && (query.has('page') || query.has('pageSize') || kind.name === 'PurchaseOrders');
    const { linesField } = kind;
    if (!isPaged) return { [kind.name]: typeof linesField === 'string' ? rows.map((row) => without(row, linesField)) : rows };
    const page = integer(query, 'page', 1, Number.MAX_SAFE_INTEGER);
    const pageSize = integer(query, 'pageSize', PAGE_SIZE, MAX_PAGE_SIZE);
    const pagination = { page, pageSize, pageCount: Math.ceil(rows.length / pageSize), itemCount: rows.length };
    return { pagination, [kind.name]: rows.slice((page - 1) * pageSize, page * pageSize) };
}

/** @throws {QueryError} */
function isBetween(query: URLSearchParams): (row: Row) => boolean {
    const [from = -Infinity, to = Infinity] = ['DateFrom', 'DateTo'].map((name) => {
        const day = query.get(name);
        const ms = day === null ? undefined : msOf(day);
        if (day !== null && ms === undefined) throw new QueryError(`${name} must be a date`);
        return ms;
    });
    return ({ Date: day }) => (msOf(day) ?? 0) >= from && (msOf(day) ?? 0) <= to;
}

function filtersOf({ name, idField }: Kind): [string, string][] {
    if (name === KINDS.PurchaseOrders.name) return [['status', 'Status']];
    return [
        ['IDs', idField],
        ['Statuses', 'Status'],
        ['InvoiceNumbers', 'InvoiceNumber']
    ];
}

/** @throws {QueryError} */
function integer(query: URLSearchParams, name: string, usual: number, max: number): number {
    const value = Number(query.get(name) ?? usual);
    if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
    throw new QueryError(`${name} must be a number from 1${max === MAX_PAGE_SIZE ? ` to ${max}` : ''}`);
}

function without(row: Row, field: string): Row {
    const { [field]: _, ...others } = row;
    return others;
}
