import { hash } from 'node:crypto';
import type { HostRecord, Json } from '@patchbay/functions';

/** Ours and the reference's, which readers are given beside the record. */
const metadataNames = ['_nango_metadata', '_patchbay_metadata'] as const;

/** A record as it is stored: JSON, and a hash of it without what does not count as a change. */
export interface StoredForm {
    payload: string;
    /** Hexadecimal. */
    hash: string;
}

/** @param volatile paths with keys joined by dots and `*` for each item */
export function toStoredForm(record: HostRecord, volatile: readonly string[]): StoredForm {
    const own = withoutMetadata(record);
    const payload = JSON.stringify(own);
    const counted = volatile.reduce<Json>(withoutPath, own);
    return { payload, hash: hash('sha256', counted === own ? payload : JSON.stringify(counted)) };
}

/** Whether PostgreSQL holds it as text. JSON always is: what is not is escaped there. */
export function isStorable(text: string): boolean {
    return text.isWellFormed() && !text.includes('\0');
}

/** A text that is compared or shown, escaped where it could not be stored. */
export function toStorable(text: string): string {
    return isStorable(text) ? text : JSON.stringify(text);
}

function withoutMetadata(record: HostRecord): HostRecord {
    if (!metadataNames.some((name) => name in record)) return record;
    const { _nango_metadata: _theirs, _patchbay_metadata: _ours, ...own } = record;
    return { ...own, id: record.id };
}

function withoutPath(value: Json, path: string): Json {
    return without(value, path.split('.'));
}

/**
 * What most records have nothing of is not copied.
 * @returns the value itself where there is nothing to leave out
 */
function without(value: Json, path: readonly string[], depth = 0): Json {
    const name = path[depth];
    if (name === undefined || typeof value !== 'object' || value === null) return value;
    if (isList(value)) {
        if (name !== '*' || value.length === 0) return value;
        const items = value.map((item) => without(item, path, depth + 1));
        return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const isLast = depth === path.length - 1;
    let kept: Record<string, Json | undefined> | undefined;
    for (const key of name === '*' ? Object.keys(value) : [name]) {
        const inner = Object.hasOwn(value, key) ? value[key] : undefined;
        if (inner === undefined) continue;
        const changed = isLast ? undefined : without(inner, path, depth + 1);
        if (changed === inner) continue;
        kept ??= { ...value };
        if (isLast) delete kept[key];
        else kept[key] = changed;
    }
    return kept ?? value;
}

// `Array.isArray` does not narrow read-only lists.
function isList(value: Json): value is readonly Json[] {
    return Array.isArray(value);
}
