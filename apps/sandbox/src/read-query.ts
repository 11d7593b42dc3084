import { isWhole, UnusableInput } from './check-fields.ts';

/** A whole number of the query. @throws {UnusableInput} naming the parameter and its range */
export function wholeOf(
    query: URLSearchParams,
    name: string,
    { min, max, fallback }: { min: number; max: number; fallback: number }
): number {
    const text = query.get(name);
    const value = text === null ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!isWhole(min, max)(value)) throw new UnusableInput(`"${name}" must be a whole number from ${min} to ${max}.`);
    return value;
}

/** One of a few words, or undefined if the query doesn't say. @throws {UnusableInput} */
export function choiceOf<Option extends string>(query: URLSearchParams, name: string, options: readonly Option[]): Option | undefined {
    const text = query.get(name);
    const option = options.find((candidate) => candidate === text);
    if (text !== null && option === undefined) throw new UnusableInput(`"${name}" must be one of ${options.join(', ')}.`);
    return option;
}
