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

/** @returns the value itself where there is nothing to leave out */
function without(value: Json, [name, ...rest]: readonly string[]): Json {
    if (name === undefined || typeof value !== 'object' || value === null) return value;
    if (isList(value)) {
        if (name !== '*' || value.length === 0) return value;
        const items = value.map((item) => without(item, rest));
        return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const kept: Record<string, Json | undefined> = { ...value };
    let isChanged = false;
    for (const key of name === '*' ? Object.keys(value) : [name]) {
        const inner = Object.hasOwn(value, key) ? value[key] : undefined;
        if (inner === undefined) continue;
        if (rest.length === 0) delete kept[key];
        else kept[key] = without(inner, rest);
        isChanged ||= kept[key] !== inner;
    }
    return isChanged ? kept : value;
}

// `Array.isArray` does not narrow read-only lists.
function isList(value: Json): value is readonly Json[] {
    return Array.isArray(value);
}
