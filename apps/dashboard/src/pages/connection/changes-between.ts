import { isObject } from '../../parts/schema-form/read-schema.ts';

export interface Change {
    /** As `address.city`. */
    path: string;
    /** undefined: there was none. */
    before: unknown;
    now: unknown;
}

/** Field by field, also in objects within it; lists are compared as a whole. */
export function changesBetween(before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>, within = ''): Change[] {
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    return names.flatMap((name): Change[] => {
        const [old, next, path] = [before[name], now[name], `${within}${name}`];
        if (isObject(old) && isObject(next)) return changesBetween(old, next, `${path}.`);
        return JSON.stringify(old) === JSON.stringify(next) ? [] : [{ path, before: old, now: next }];
    });
}
