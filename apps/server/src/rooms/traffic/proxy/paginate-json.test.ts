import { processorMs } from '@patchbay/test-kit/processor-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listAt, textAt, withMember } from './paginate-json.ts';

/** JSON texts with blanks in every place and all the letters that a scanner may trip over. */
const strings = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a') }));
const values = fc.json({ stringUnit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '.', 'é', '\n') });
const blanks = fc.constantFrom('', ' ', '\n', '\r\n\t ', '  ');

describe('a list', () => {
    test('is cut into the texts of its items, wherever it is', () => {
        fc.assert(
            fc.property(fc.array(values), strings, values, blanks, (items, key, other, blank) => {
                const list = `[${blank}${items.join(`${blank},${blank}`)}${blank}]`;
                expect(listAt(`${blank}${list}${blank}`, '')).toEqual(items.map((item) => item.trim()));

                const text = `{${blank}"${key.length}x"${blank}:${blank}${other},${JSON.stringify(key)}${blank}:${blank}${list}}`;
                fc.pre(key !== '');
                expect(listAt(text, key)).toEqual(items.map((item) => item.trim()));
            })
        );
    });

    test('is found exactly where JSON.parse finds one', () => {
        fc.assert(
            fc.property(values, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '[', '0', ' ', '\\'), (text, place, inserted) => {
                const at = place % (text.length + 1);
                const torn = text.slice(0, at) + inserted + text.slice(at + 1);
                for (const candidate of [text, torn, `{"list":${torn}}`, `[${torn}`, `[[${torn}]}`]) {
                    expect(outcomeOf(() => valuesOf(listAt(candidate, '')))).toEqual(outcomeOf(() => parsedList(candidate)));
                    expect(outcomeOf(() => valuesOf(listAt(candidate, 'list')))).toEqual(outcomeOf(() => parsedList(candidate, 'list')));
                }
            }),
            { numRuns: 1000 }
        );
    });

    test('keeps numbers that a double would round, and blanks inside the items', () => {
        expect(listAt('{"data": [12345678901234567890, 1.0, {"n":  1e400}]}', 'data')).toEqual([
            '12345678901234567890',
            '1.0',
            '{"n":  1e400}'
        ]);
    });

    test('may be the only one among the members, under any name', () => {
        expect(listAt('{"ok":true,"channels":[1,2],"meta":{"list":[3]}}', '*')).toEqual(['1', '2']);
        expect(listAt('{"a":[],"b":[]}', '*')).toBe('no_list');
        expect(listAt('{"a":1}', '*')).toBe('absent');
        expect(listAt('"text"', '*')).toBe('no_list');
    });

    test('has an end to the number of its items', () => {
        expect(listAt(`[${'1,'.repeat(99_999)}1]`, '')).toHaveLength(100_000);
        expect(listAt(`[${'1,'.repeat(100_000)}1]`, '')).toBe('too_long');
    });

    test('of megabytes is cut in a time that grows with its size', () => {
        const hard = JSON.stringify([String.raw`\"`.repeat(500_000), '['.repeat(500_000), '\\'.repeat(500_000)]);
        expect(processorMs(() => expect(listAt(hard, '')).toHaveLength(3))).toBeLessThan(1000);
    });
});

test('a value is found by a path, also below keys with dots and in lists', () => {
    const text = '{"a":{"b":[{"id":"x"},{"id":"y"}]},"@odata.nextLink":"n","a.b":{"c":9007199254740993},"twice":1,"twice":2,"":0}';
    expect(textAt(text, 'a.b.c')).toBe('9007199254740993');
    expect(textAt(text, '@odata.nextLink')).toBe('"n"');
    expect(textAt('{"a":{"b":[{"id":"x"},{"id":"y"}]}}', 'a.b.-1.id')).toBe('"y"');
    expect(textAt('{"a":{"b":[{"id":"x"},{"id":"y"}]}}', 'a.b.0.id')).toBe('"x"');
    expect(textAt('{"a":[]}', 'a.-1.id')).toBeUndefined();
    expect(textAt('{"a":[5]}', 'a.length')).toBeUndefined();
    expect(textAt(text, 'twice')).toBe('2');
    expect(textAt(text, 'toString')).toBeUndefined();
    expect(textAt('"text"', 'length')).toBeUndefined();
});

test('a member is set without touching the others', () => {
    expect(withMember('{}', 'cursor', '"c"')).toBe('{"cursor":"c"}');
    expect(withMember(' { "n": 12345678901234567890 } ', 'offset', '20')).toBe('{"offset":20, "n": 12345678901234567890 } ');
    expect(withMember('{"offset": 0,"offset": 1}', 'offset', '20')).toBe('{"offset": 0,"offset": 20}');
    fc.assert(
        fc.property(fc.dictionary(strings, values), strings, values, (object, name, value) => {
            const text = `{${Object.entries(object)
                .map(([key, member]) => `${JSON.stringify(key)}:${member}`)
                .join()}}`;
            const expected = new Map([...entriesOf(text), [name, JSON.parse(value)]]);
            expect(new Map(entriesOf(withMember(text, name, value)))).toEqual(expected);
        })
    );
});

function entriesOf(text: string): [string, unknown][] {
    return Object.entries(JSON.parse(text));
}

function parsedList(text: string, key?: string): unknown[] | 'absent' | 'no_list' {
    const value: unknown = JSON.parse(text);
    const place = key === undefined ? value : isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (place === undefined) return 'absent';
    return Array.isArray(place) ? place : 'no_list';
}

function valuesOf(items: ReturnType<typeof listAt>): unknown {
    return Array.isArray(items) ? items.map((item): unknown => JSON.parse(item)) : items;
}

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outcomeOf(action: () => unknown): unknown {
    try {
        return action();
    } catch (error) {
        return error instanceof SyntaxError ? 'not JSON' : error;
    }
}
