import { expect, test } from 'vitest';
import { parseObjectText } from './json-text.ts';

test.each([
    ['{"a": 1}', { value: { a: 1 } }],
    ['{\n  "a": 1\n  "b": 2\n}', { error: expect.stringContaining('Line 3:') }],
    ['{\n  "a": 1,\n  "b": [1, 2\n}', { error: expect.stringContaining('Line 4:') }],
    ['{\n  "a": 1', { error: expect.stringContaining('Line 2:') }],
    ['{\n\n  a: 1\n}', { error: expect.stringContaining('Line 3:') }],
    ['{"a": x}', { error: expect.stringContaining('Line 1: expected a value') }],
    ['{"a": 1} {', { error: 'Line 1: expected nothing more after the end of the object.' }],
    ['[1]', { error: expect.stringContaining('not an object') }],
    ['null', { error: expect.stringContaining('not an object') }],
    [' ', { error: 'Write a JSON object, such as {}.' }]
])('%j', (text, expected) => {
    expect(parseObjectText(text)).toEqual(expected);
});
