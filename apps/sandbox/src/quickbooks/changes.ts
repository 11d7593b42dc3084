import { ApiError, unsupportedProperty } from './api-error.ts';
import type { Books, Entry } from './books.ts';
import { findKind } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { pacificTime } from './pacific-time.ts';
import type { Row } from './row.ts';
import type { Settings } from './settings.ts';

const WINDOW_MS = 30 * 86_400_000;
const MAX_OBJECTS = 1000;

/**
 * Change data capture: whole objects that changed since a time, stubs of deleted ones, and `{}` for
 * an entity without changes. There are no pages.
 * @throws {ApiError} for an entity that has none, or a time more than 30 days ago
 */
export function changesSince(
    books: Books,
    query: URLSearchParams,
    { nowMs, settings }: { nowMs: number; settings: Pick<Settings, 'cdc_limit_per' | 'cdc_keeps'> }
): Row {
    const names = (query.get('entities') ?? '').split(',').map((name) => name.trim());
    const kinds = names.map((name) => {
        const kind = findKind(name);
        if (!kind) throw new ApiError('4001', 'Invalid query', `Entity ${name} is not supported by change data capture`);
        return kind;
    });
    const sinceMs = Date.parse(query.get('changedSince') ?? '');
    if (Number.isNaN(sinceMs)) throw unsupportedProperty('changedSince is missing or no date', 'changedSince');
    if (sinceMs < nowMs - WINDOW_MS) throw unsupportedProperty('changedSince is more than 30 days ago', 'changedSince');

    const changed = kinds.map((kind) => [...books.entries(kind.name)].filter(({ updatedMs }) => updatedMs >= sinceMs));
    const kept =
        settings.cdc_limit_per === 'entity' ? changed.flatMap((entries) => keep(entries, settings)) : keep(changed.flat(), settings);
    const isKept = new Set(kept);
    const responses = kinds.map((kind, index) =>
        responseOf(
            kind,
            (changed[index] ?? []).filter((entry) => isKept.has(entry))
        )
    );
    return { CDCResponse: [{ QueryResponse: responses }] };
}

function keep(entries: Entry[], settings: Pick<Settings, 'cdc_keeps'>): Entry[] {
    const byTime = entries.toSorted((a, b) => a.updatedMs - b.updatedMs);
    return settings.cdc_keeps === 'newest' ? byTime.slice(-MAX_OBJECTS) : byTime.slice(0, MAX_OBJECTS);
}

function responseOf(kind: Kind, entries: Entry[]): Row {
    if (entries.length === 0) return {};
    const rows = entries.map((entry) => (entry.isDeleted ? stubOf(entry) : entry.row()));
    return { [kind.name]: rows, startPosition: 1, maxResults: rows.length };
}

function stubOf({ id, updatedMs }: Entry): Row {
    return { domain: 'QBO', status: 'Deleted', Id: id, MetaData: { LastUpdatedTime: pacificTime(updatedMs) } };
}
