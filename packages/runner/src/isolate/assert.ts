import { libraries } from './libraries.ts';

/** What of `node:assert` functions use, with messages. */

class AssertionError extends Error {
    override readonly name = 'AssertionError';
    readonly code = 'ERR_ASSERTION';
    readonly actual: unknown;
    readonly expected: unknown;

    constructor({ message, actual, expected }: { message?: string; actual?: unknown; expected?: unknown }) {
        super(message ?? 'Failed');
        this.actual = actual;
        this.expected = expected;
    }
}

const equals = (one: unknown, other: unknown) => libraries.dequal()(one, other);

type Message = string | Error | undefined;

function check(isTrue: boolean, message: Message, otherwise: string, actual?: unknown, expected?: unknown): void {
    if (isTrue) return;
    if (message instanceof Error) throw message;
    throw new AssertionError({ message: message ?? otherwise, actual, expected });
}

function show(value: unknown): string {
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return String(value);
    }
}

type Compare = (actual: unknown, expected: unknown, message?: Message) => void;

const comparing =
    (holds: (actual: unknown, expected: unknown) => boolean, is: string): Compare =>
    (actual, expected, message) =>
        check(holds(actual, expected), message, `Expected ${show(actual)} ${is} ${show(expected)}`, actual, expected);

type Class = new (...args: never[]) => unknown;
type Expected = RegExp | Class | ((error: unknown) => boolean) | Readonly<Record<string, unknown>> | undefined;

const isClass = (value: object): value is Class => typeof value === 'function' && 'prototype' in value;

function isExpected(error: unknown, expected: Expected): boolean {
    if (expected === undefined) return true;
    if (expected instanceof RegExp) return expected.test(String(error));
    if (isClass(expected)) return error instanceof expected;
    if (typeof expected === 'function') return expected(error);
    return Object.entries(expected).every(([key, value]) => equals(Reflect.get(Object(error), key), value));
}

const ok = (value: unknown, message?: Message) => check(Boolean(value), message, `Expected ${show(value)} to be truthy`, value, true);

const checks = {
    AssertionError,
    ok,
    // oxlint-disable-next-line eqeqeq -- it is what the function compares by
    equal: comparing((actual, expected) => actual == expected || Object.is(actual, expected), '=='),
    // oxlint-disable-next-line eqeqeq -- it is what the function compares by
    notEqual: comparing((actual, expected) => actual != expected, '!='),
    strictEqual: comparing(Object.is, 'to be'),
    notStrictEqual: comparing((actual, expected) => !Object.is(actual, expected), 'not to be'),
    deepEqual: comparing(equals, 'to equal'),
    deepStrictEqual: comparing(equals, 'to equal'),
    notDeepEqual: comparing((actual, expected) => !equals(actual, expected), 'not to equal'),
    notDeepStrictEqual: comparing((actual, expected) => !equals(actual, expected), 'not to equal'),
    match: (text: string, pattern: RegExp, message?: Message) =>
        check(pattern.test(text), message, `Expected ${show(text)} to match ${pattern}`),
    doesNotMatch: (text: string, pattern: RegExp, message?: Message) =>
        check(!pattern.test(text), message, `Expected ${show(text)} not to match ${pattern}`),
    fail: (message?: Message) => check(false, message, 'Failed'),
    throws(run: () => unknown, expected?: Expected, message?: Message): void {
        let thrown: { error: unknown } | undefined;
        try {
            run();
        } catch (error) {
            thrown = { error };
        }
        check(thrown !== undefined && isExpected(thrown.error, expected), message, 'Expected another exception');
    },
    async rejects(run: Promise<unknown> | (() => Promise<unknown>), expected?: Expected, message?: Message): Promise<void> {
        const thrown = await (typeof run === 'function' ? run() : run).then(
            () => undefined,
            (error: unknown) => ({ error })
        );
        check(thrown !== undefined && isExpected(thrown.error, expected), message, 'Expected another rejection');
    }
};

/** Not a namespace: the module is a function that has the others. */
export const assert = Object.assign(ok, checks, { strict: Object.assign(ok, checks) });
