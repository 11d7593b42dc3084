import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, startBooks } from './unified.fixtures.ts';

/** The vendor lists 1,000 at once. */
const invoices = 2100;

let books: Books;
beforeAll(async () => {
    books = await startBooks();
    await books.control('seed', { counts: { Invoice: invoices } });
});
afterAll(() => books.app[Symbol.asyncDispose]());

test('a live list of several large pages has each row of the vendor', async () => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const { status, body } = await books.send('GET', `/invoices?live=true${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        expect(status).toBe(200);
        const { records, next_cursor: next } = Object(body) as { records: { id: string }[]; next_cursor: string | null };
        pages.push(records.map(({ id }) => id));
        cursor = next;
    }
    expect(pages.map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(new Set(pages.flat()).size).toBe(invoices);
});
