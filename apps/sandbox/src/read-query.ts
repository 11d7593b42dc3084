import { isInteger, InvalidInput } from './check-fields.ts';

/** A whole number of the query. @throws {InvalidInput} naming the parameter and its range */
export function readInteger(
    query: URLSearchParams,
    name: string,
    { min, max, fallback }: { min: number; max: number; fallback: number }
): number {
    const text = query.get(name);
    const value = text === null ? fallback : /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!isInteger(min, max)(value)) throw new InvalidInput(`"${name}" must be a whole number from ${min} to ${max}.`);
    return value;
}

/** One of a few words, or undefined if the query doesn't say. @throws {InvalidInput} */
export function readOption<Option extends string>(query: URLSearchParams, name: string, options: readonly Option[]): Option | undefined {
    const text = query.get(name);
    const option = options.find((candidate) => candidate === text);
    if (text !== null && option === undefined) throw new InvalidInput(`"${name}" must be one of ${options.join(', ')}.`);
    return option;
}
