/** What crosses the {@link Host}, beside bytes. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
    readonly [name: string]: Json | undefined;
}

/**
 * Parses JSON.
 * @param numbers `float` makes numbers of JavaScript, which have some 15 digits; `text` keeps each
 * number as the string of its digits, such as `"12345678901234567.89"`
 * @throws {SyntaxError} for what is not JSON
 */
export function parseJson(text: string, numbers: 'float' | 'text' = 'float'): unknown {
    if (numbers === 'float') return JSON.parse(text);
    const digits: Reviver = (_key, value, context) => (typeof value === 'number' ? context.source : value);
    // The compiler's library does not know the reviver's third argument yet.
    return JSON.parse(text, digits as (key: string, value: unknown) => unknown);
}

/** @see https://tc39.es/proposal-json-parse-with-source/ */
type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;

/**
 * A number for a request's JSON, with exactly these digits.
 * @param digits as JSON writes numbers: `19.99`, `-3`
 * @throws {SyntaxError} for what is not a JSON number
 */
export function rawNumber(digits: string): unknown {
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(digits)) throw new SyntaxError(`${digits} is not a JSON number`);
    // The compiler's library does not know it yet.
    return (JSON as JSON & { rawJSON: (text: string) => unknown }).rawJSON(digits);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @param path keys joined by dots, also keys with dots (`@odata.nextLink`), and indices; empty for
 * the value itself
 */
export function valueAt(value: unknown, path: string): unknown {
    if (path === '') return value;
    if (Array.isArray(value)) {
        const [index = '', ...rest] = path.split('.');
        return valueAt(value[Number(index)], rest.join('.'));
    }
    if (!isObject(value)) return undefined;
    if (Object.hasOwn(value, path)) return value[path];
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1))
        if (Object.hasOwn(value, path.slice(0, dot))) return valueAt(value[path.slice(0, dot)], path.slice(dot + 1));
    return undefined;
}
