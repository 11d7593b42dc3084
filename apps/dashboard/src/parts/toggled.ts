/** The same without it, or with it where it is not in it. */
export function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
    return set.has(value) ? new Set([...set].filter((each) => each !== value)) : new Set([...set, value]);
}

/** A copy of the set without these. */
export function without(set: ReadonlySet<string>, values: readonly string[]): ReadonlySet<string> {
    return new Set([...set].filter((value) => !values.includes(value)));
}
