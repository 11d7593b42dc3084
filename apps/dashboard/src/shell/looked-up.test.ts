import { expect, test } from 'vitest';
import { lookedUpIn } from './looked-up.ts';

const id = '0192F1C1-0000-7000-8000-00000000000a';

test.each([
    [id, { id: id.toLowerCase(), requestId: id.toLowerCase() }],
    ['order-4711', { requestId: 'order-4711' }],
    ['Order:4711.a', { requestId: 'Order:4711.a' }],
    ['C-7F3K2', { requestId: 'C-7F3K2', ref: 'C-7F3K2' }],
    ['c-ABCDE', { ref: 'c-ABCDE' }],
    ['7f3k2', { ref: '7f3k2' }],
    ['slack', {}],
    ['acme corp 4711', {}],
    ['acme', {}]
])('“%s” is looked up as %o', (text, found) => {
    expect(lookedUpIn(text)).toEqual(found);
});
