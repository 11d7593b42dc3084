/** The same without it, or with it where it is not in it. */
export function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
    return set.has(value) ? new Set([...set].filter((each) => each !== value)) : new Set([...set, value]);
}
