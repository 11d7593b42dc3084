import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEARER_API_KEYS } from './accounts.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe.each([0, 1, 20, 95, 100])('a list of %i is read to its end', (total) => {
    const expected = Array.from({ length: total }, (_, index) => ({ id: `item-${index + 1}`, name: `Item ${index + 1}` }));

    test('by the cursor in the body', async () => {
        const all: unknown[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
            const { body } = await page(`cursor?total=${total}${cursor && `&cursor=${cursor}`}`);
            all.push(...body.data);
            cursor = body.next_cursor;
        }
        expect(all).toEqual(expected);
    });

    test('by the absolute link in the header', async () => {
        const all: unknown[] = [];
        for (let url: string | undefined = `${sandbox.url}/bearer/v1/pages/link?total=${total}&limit=10`; url !== undefined;) {
            const { body, response } = await page(url);
            all.push(...body);
            url = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
        }
        expect(all).toEqual(expected);
    });

    test('by the offset, until a page is not full', async () => {
        const all: unknown[] = [];
        for (let length = 50; length === 50;) {
            const { body } = await page(`offset?total=${total}&limit=50&offset=${all.length}`);
            all.push(...body);
            length = body.length;
        }
        expect(all).toEqual(expected);
    });

    test('by the number of the page', async () => {
        const all: unknown[] = [];
        for (let number = 1, pages = 1; number <= pages; number += 1) {
            const { body } = await page(`page?total=${total}&per_page=7&page=${number}`);
            all.push(...body.items);
            pages = body.total_pages;
        }
        expect(all).toEqual(expected);
    });
});

test('there are 95 items in pages of 20 unless the query says otherwise, and 100,000 at most', async () => {
    expect((await page('offset')).body).toHaveLength(20);
    expect((await page('page')).body).toMatchObject({ page: 1, per_page: 20, total_pages: 5 });
    expect((await page('offset?total=100000&offset=99999')).body).toEqual([{ id: 'item-100000', name: 'Item 100000' }]);
});

test.each([
    ['offset?limit=101', '"limit"'],
    ['offset?limit=0', '"limit"'],
    ['cursor?limit=x', '"limit"'],
    ['page?per_page=101', '"per_page"'],
    ['page?page=0', '"page"'],
    ['offset?total=100001', '"total"'],
    ['cursor?cursor=unknown', '"cursor"'],
    ['cursor?cursor=', '"cursor"'],
    [`cursor?cursor=${Buffer.from('after 95').toString('base64url')}`, '"cursor"']
])('%s is refused', async (path, reason) => {
    const { response, body } = await page(path);
    expect(response.status).toBe(400);
    expect(body.error).toContain(reason);
});

test('there are no other styles, and nothing to write', async () => {
    expect((await page('toString')).response.status).toBe(404);
    expect((await page('offset', 'POST')).response.status).toBe(405);
});

async function page(path: string, method = 'GET') {
    const headers = { authorization: `Bearer ${BEARER_API_KEYS.acme}` };
    const response = await fetch(new URL(path, `${sandbox.url}/bearer/v1/pages/`), { method, headers });
    return { response, body: Object(await response.json()) };
}
