/** A text of the address; of figures too, which the router reads as a number. */
export function textParam(value: unknown): string | undefined {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One of the names of a catalogue. */
export function nameParam<Name extends string>(value: unknown, catalogue: Readonly<Record<Name, unknown>>): Name | undefined {
    const isName = (text: string): text is Name => Object.hasOwn(catalogue, text);
    return typeof value === 'string' && isName(value) ? value : undefined;
}

/** Without what is not given, so that an address has only what was chosen. */
export function given<Params extends object>(params: Params): { [Name in keyof Params]?: Exclude<Params[Name], undefined> } {
    return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as typeof params; // fewer of them
}
