/** JSON in which the order of an object's keys makes no difference. */
export function canonicalJson(input: unknown): string {
    return JSON.stringify(input, (_key, value: unknown) => sorted(value));
}

function sorted(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
