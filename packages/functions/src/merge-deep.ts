import { isObject } from './json.ts';

/** Objects are merged, anything else is replaced; `undefined` changes nothing. */
export function mergeDeep(before: unknown, change: unknown): unknown {
    if (change === undefined) return before;
    if (!isObject(before) || !isObject(change)) return change;
    const names = new Set([...Object.keys(before), ...Object.keys(change)]);
    return Object.fromEntries([...names].map((name) => [name, mergeDeep(before[name], change[name])]));
}
