import { isObject } from '../../parts/schema-form/read-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What was changed from `read` to `mine`, on top of `theirs`: fields that were left alone are
 * theirs. Lists count as one field.
 */
export function mergeChanges(read: Fields, mine: Fields, theirs: Fields): Record<string, unknown> {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    return Object.fromEntries([...names].flatMap((name) => fieldOf(name, read, mine, theirs)));
}

/** The field by its name; none: it is removed. */
function fieldOf(name: string, read: Fields, mine: Fields, theirs: Fields): [string, unknown][] {
    const [before, here, there] = [read[name], mine[name], theirs[name]];
    if (isObject(here) && isObject(there)) return [[name, mergeChanges(isObject(before) ? before : {}, here, there)]];
    const from = isSame(before, here) ? theirs : mine;
    return Object.hasOwn(from, name) ? [[name, from[name]]] : [];
}
