import { isDeepStrictEqual } from 'node:util';

/** What a case says does not hold. */
export class Broken extends Error {
    override readonly name = 'Broken';
}
/** The account has nothing that the case could be tried on. */
export class NotRun extends Error {
    override readonly name = 'NotRun';
}
/** The vendor has said that it lacks it. */
export class Unsupported extends Error {
    override readonly name = 'Unsupported';
}

export function holds(condition: boolean, reason: string): asserts condition {
    if (!condition) throw new Broken(reason);
}

/** @param what of which the values are, in a sentence */
export function same(actual: unknown, expected: unknown, what: string): void {
    const place = differenceOf(actual, expected, '');
    if (place !== undefined)
        throw new Broken(
            `${what}: ${place === '' ? '' : `${place} `}is ${shown(at(actual, place))} instead of ${shown(at(expected, place))}`
        );
}

const LONGEST_SHOWN = 160;

export function shown(value: unknown): string {
    const text = value === undefined ? 'absent' : JSON.stringify(value);
    return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** Where two values differ first, as `lines.0.amount`. */
function differenceOf(actual: unknown, expected: unknown, place: string): string | undefined {
    if (isDeepStrictEqual(actual, expected)) return undefined;
    if (!isComposite(actual) || !isComposite(expected) || Array.isArray(actual) !== Array.isArray(expected)) return place;
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        const found = differenceOf(Reflect.get(actual, name), Reflect.get(expected, name), place === '' ? name : `${place}.${name}`);
        if (found !== undefined) return found;
    }
    return place;
}

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What is at a place such as `lines.0.amount`. */
function at(value: unknown, place: string): unknown {
    if (place === '') return value;
    return place.split('.').reduce<unknown>((inner, name) => (isComposite(inner) ? Reflect.get(inner, name) : undefined), value);
}

/** Objects may have more fields than is expected, lists have as many. @throws {Broken} */
export function includes(actual: unknown, expected: unknown, what: string, place = ''): void {
    const inner = (name: string) => (place === '' ? name : `${place}.${name}`);
    if (Array.isArray(expected)) {
        holds(Array.isArray(actual), `${what}: ${place} is ${shown(actual)} instead of a list`);
        same(actual.length, expected.length, `${what}: the length of ${place}`);
        for (const [index, one] of expected.entries()) includes(actual[index], one, what, inner(String(index)));
    } else if (isComposite(expected)) {
        holds(isComposite(actual), `${what}: ${place} is ${shown(actual)} instead of ${shown(expected)}`);
        for (const [name, value] of Object.entries(expected)) includes(Reflect.get(actual, name), value, what, inner(name));
    } else same(actual, expected, `${what}: ${place}`);
}
