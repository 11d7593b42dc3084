import { invalidQuery } from './api-error.ts';
import type { Books, Entry } from './books.ts';
import { findKind, SERVER_FIELDS } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Condition, Literal, Query } from './query-parser.ts';
import { isRow, refValue, textOf, valueAt } from './row.ts';
import type { Row } from './row.ts';

export interface QueryOptions {
    nowMs: number;
    /** So long what was created is not found yet. */
    lagMs: number;
    /** Returns one row more than was asked for, as was once seen. */
    isGenerous: boolean;
}

type Getter = (entry: Entry) => unknown;

/** These are known of an entry without making its row. */
const CHEAP: Readonly<Record<string, Getter>> = {
    Id: ({ id }) => Number(id),
    Active: ({ isActive }) => isActive,
    'MetaData.CreateTime': ({ createdMs }) => createdMs,
    'MetaData.LastUpdatedTime': ({ updatedMs }) => updatedMs
};

/** The content of a `QueryResponse`. @throws {ApiError} 4001 for what the entity does not have */
export function executeQuery(books: Books, query: Query, options: QueryOptions): Row {
    const kind = findKind(query.entity);
    if (!kind) throw invalidQuery(`Entity ${query.entity} is not supported`);
    for (const { field } of [...query.where, ...(query.orderBy ? [query.orderBy] : [])]) {
        if (!kind.queryable.has(field)) throw invalidQuery(`Property ${field} not found for Entity ${kind.name}`);
    }
    if (Array.isArray(query.select)) {
        for (const field of query.select) {
            if (!kind.fields.has(field) && !SERVER_FIELDS.has(field))
                throw invalidQuery(`Property ${field} not found for Entity ${kind.name}`);
        }
    }
    const found = select(books, kind, query, options);
    if (query.select === 'count') return { totalCount: found.length };
    const first = query.start - 1;
    const page = found.slice(first, first + query.max + (options.isGenerous && query.max > 0 ? 1 : 0));
    if (page.length === 0) return {};
    const rows = page.map((entry) => project(entry.row(), query.select));
    return { [kind.name]: rows, startPosition: query.start, maxResults: rows.length };
}

function select(books: Books, kind: Kind, query: Query, { nowMs, lagMs }: QueryOptions): Entry[] {
    const tests = query.where.map((condition) => testOf(kind, condition));
    // Lists of names show active ones only, unless the query says which.
    const isActiveOnly = kind.nameField !== undefined && !query.where.some(({ field }) => field === 'Active');
    const found: Entry[] = [];
    for (const entry of books.entries(kind.name)) {
        if (entry.isDeleted || (isActiveOnly && !entry.isActive) || entry.createdMs > nowMs - lagMs) continue;
        if (tests.every((test) => test(entry))) found.push(entry);
    }
    return query.orderBy ? sorted(found, query.orderBy) : found;
}

function sorted(entries: Entry[], { field, isDescending }: NonNullable<Query['orderBy']>): Entry[] {
    const keyed = entries.map((entry) => ({ entry, key: getterOf(field)(entry) }));
    keyed.sort((a, b) => (isDescending ? -1 : 1) * order(a.key, b.key));
    return keyed.map(({ entry }) => entry);
}

function testOf(kind: Kind, { field, operator, values }: Condition): (entry: Entry) => boolean {
    const get = getterOf(field);
    if (operator === 'LIKE') {
        const isLike = likeTest(String(values[0]));
        return (entry) => isLike(textOf(get(entry)) ?? '');
    }
    const wanted = values.map((value) => asField(kind, field, value));
    const compare = (entry: Entry, value: Literal | undefined) => {
        const actual = get(entry);
        return actual === undefined ? undefined : order(actual, value);
    };
    if (operator === 'IN') return (entry) => wanted.some((value) => compare(entry, value) === 0);
    const [value] = wanted;
    return (entry) => {
        const result = compare(entry, value);
        if (result === undefined) return false;
        if (operator === '=') return result === 0;
        if (operator === '<') return result < 0;
        if (operator === '>') return result > 0;
        return operator === '<=' ? result <= 0 : result >= 0;
    };
}

function getterOf(field: string): Getter {
    return (
        CHEAP[field] ??
        ((entry) => {
            const value = valueAt(entry.row(), field);
            return isRow(value) ? refValue(value) : value;
        })
    );
}

const AMOUNTS = new Set(['TotalAmt', 'Balance', 'CurrentBalance', 'UnitPrice', 'QtyOnHand', 'UnappliedAmt', 'Amount']);

/** A literal as the field's own type: times as instants, ids and amounts as numbers. */
function asField(kind: Kind, field: string, value: Literal): Literal {
    if (field.startsWith('MetaData.')) {
        const ms = Date.parse(String(value));
        if (Number.isNaN(ms)) throw invalidQuery(`Property ${field} of Entity ${kind.name} is no date: ${String(value)}`);
        return ms;
    }
    if (field === 'Id' || AMOUNTS.has(field)) return Number(value);
    if (typeof value === 'boolean') return value;
    return /^(?:true|false)$/i.test(String(value)) && field !== 'DisplayName' && field !== 'Name'
        ? String(value).toLowerCase() === 'true'
        : String(value);
}

/** `%` stands for any text; capitals do not matter. */
function likeTest(pattern: string): (text: string) => boolean {
    const [start = '', ...rest] = pattern.toLowerCase().split('%');
    const end = rest.pop();
    return (text) => {
        const lower = text.toLowerCase();
        if (end === undefined) return lower === start;
        if (!lower.startsWith(start)) return false;
        let at = start.length;
        for (const part of rest) {
            const found = lower.indexOf(part, at);
            if (found < 0) return false;
            at = found + part.length;
        }
        return lower.length - end.length >= at && lower.endsWith(end);
    };
}

function order(a: unknown, b: unknown): number {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [left, right] = [scalarText(a), scalarText(b)];
    return left < right ? -1 : left > right ? 1 : 0;
}

function scalarText(value: unknown): string {
    return typeof value === 'boolean' ? String(value) : (textOf(value) ?? '');
}

function project(row: Row, selected: Query['select']): Row {
    if (!Array.isArray(selected)) return row;
    const fields = selected.flatMap((field) => (field in row ? [[field, row[field]] as const] : []));
    return { domain: 'QBO', sparse: true, ...Object.fromEntries(fields) };
}
