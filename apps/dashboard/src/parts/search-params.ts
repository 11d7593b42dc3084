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

/** An exact time, as addresses of ours have it. */
function timeParam(value: unknown): string | undefined {
    const text = textParam(value);
    return text !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** A beginning and an end, or neither. */
export function periodParams(params: Record<string, unknown>): { since: string; until: string } | undefined {
    const [since, until] = [timeParam(params['since']), timeParam(params['until'])];
    return since !== undefined && until !== undefined && Date.parse(since) < Date.parse(until) ? { since, until } : undefined;
}
