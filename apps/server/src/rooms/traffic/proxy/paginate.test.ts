import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Paginate, providers } from '@patchbay/providers';
import { BEARER_API_KEYS, startTestApp } from '@patchbay/test-kit';
import { describe, expect, test } from 'vitest';
import { kernelBufferBytes, startServer } from '../../../kernel/egress/egress.fixtures.ts';
import { connectWithKey, sendForPages, startPagedProvider } from './paginate.fixtures.ts';

const byCursor: Paginate = { type: 'cursor', response_path: 'data', cursor_path_in_response: 'next', cursor_name_in_request: 'cursor' };
const byLink: Paginate = { type: 'link', response_path: 'data', link_path_in_response_body: 'next' };
const byOffset: Paginate = { type: 'offset', offset_name_in_request: 'offset', limit_name_in_request: 'limit', limit: 3 };

describe('all pages of a list in the sandbox', () => {
    const styles: [string, Paginate][] = [
        ['cursor', providers.get('sandbox-api-key')?.proxy?.paginate ?? byCursor],
        ['link', { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'limit', limit: 100 }],
        ['offset', { type: 'offset', offset_name_in_request: 'offset', limit_name_in_request: 'limit', limit: 100 }],
        [
            'page',
            {
                type: 'offset',
                response_path: 'items',
                offset_name_in_request: 'page',
                offset_start_value: 1,
                offset_calculation_method: 'per-page',
                limit_name_in_request: 'per_page',
                limit: 100
            }
        ]
    ];

    test.each(styles)('come as one JSON array, or one a line: %s', async (style, paginate) => {
        const shipped = providers.get('sandbox-api-key');
        if (!shipped?.proxy || shipped.auth_mode !== 'API_KEY') throw new Error('The sandbox has no provider with a key.');
        const provider = { ...shipped, proxy: { ...shipped.proxy, paginate } };
        await using app = await startTestApp({ providers: new Map([['sandbox-api-key', provider]]) });
        await connectWithKey(app, 'sandbox-api-key', BEARER_API_KEYS.acme);
        const names = Array.from({ length: 250 }, (_, index) => `Item ${index + 1}`);

        const asArray = await sendForPages(app, 'sandbox-api-key', `/v1/pages/${style}?total=250`);
        expect([asArray.status, asArray.headers.get('content-type')]).toEqual([200, 'application/json']);
        expect(namesOf(await asArray.json())).toEqual(names);

        const asLines = await sendForPages(app, 'sandbox-api-key', `/v1/pages/${style}?total=250`, {
            headers: { accept: 'application/x-ndjson' }
        });
        expect(asLines.headers.get('content-type')).toBe('application/x-ndjson');
        const text = await asLines.text();
        expect(text.endsWith('}\n')).toBe(true);
        expect(
            namesOf(
                text
                    .trimEnd()
                    .split('\n')
                    .map((line): unknown => JSON.parse(line))
            )
        ).toEqual(names);

        const none = await sendForPages(app, 'sandbox-api-key', `/v1/pages/${style}?total=0`);
        expect(await none.text()).toBe('[]');
    });

    test('may be asked for in the query, which the provider does not see', async () => {
        await using provider = await startPagedProvider(byCursor, () => ({ data: [1] }));
        const response = await provider.send('/list?a=%20b&patchbay_paginate=true&c=1', { headers: { 'patchbay-paginate': '' } });
        expect(await response.json()).toEqual([1]);
        expect(provider.asked()).toEqual(['a=%20b&c=1']);
    });
});

describe('what the caller asks for', () => {
    test('goes first: the size of a page, a place to begin, and everything else as it was written', async () => {
        await using provider = await startPagedProvider({ ...byOffset, limit: 100 }, ({ searchParams: query }) =>
            [1, 2, 3, 4, 5, 6, 7].slice(Number(query.get('offset') ?? 0)).slice(0, Number(query.get('limit')))
        );
        const response = await provider.send('/list?q=%C3%A9+x&limit=2&offset=1');
        expect(await response.json()).toEqual([2, 3, 4, 5, 6, 7]);
        expect(provider.asked()).toEqual([
            'q=%C3%A9+x&limit=2&offset=1',
            'q=%C3%A9+x&limit=2&offset=3',
            'q=%C3%A9+x&limit=2&offset=5',
            'q=%C3%A9+x&limit=2&offset=7'
        ]);
    });

    test('of a POST goes on in its JSON body, with numbers that a double would round', async () => {
        await using provider = await startPagedProvider({ ...byCursor, limit_name_in_request: 'limit', limit: 2 }, (_, body) =>
            body.includes('cursor') ? '{"data":[3],"next":null}' : '{"data":[1,2],"next":12345678901234567890}'
        );
        const response = await provider.send('/search', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"since": 12345678901234567891}'
        });
        expect(await response.json()).toEqual([1, 2, 3]);
        expect(provider.asked()).toEqual([
            '{"limit":2,"since": 12345678901234567891}',
            '{"cursor":12345678901234567890,"limit":2,"since": 12345678901234567891}'
        ]);
        expect(provider.vendor.requests.map(({ headers }) => headers['content-type'])).toEqual(['application/json', 'application/json']);
    });

    test.each([
        ['PUT', '{}', 'Only GET and POST can be paginated.'],
        ['POST', '[1]', 'To be paginated, the body of a POST must be a JSON object.'],
        ['POST', 'a=b', 'To be paginated, the body of a POST must be a JSON object.']
    ])('is refused where it cannot be done page by page: %s %s', async (method, body, message) => {
        await using provider = await startPagedProvider(byCursor, () => ({ data: [] }));
        const response = await provider.send('/list', { method, body, headers: { 'content-type': 'application/json' } });
        expect([response.status, await response.json()]).toEqual([400, { error: { code: 'unsupported_pagination', message } }]);
        expect(provider.asked()).toEqual([]);
    });

    test('is refused for a provider that is not known to page', async () => {
        await using app = await startTestApp();
        await connectWithKey(app, 'sandbox-two-keys', 'a-key').catch(() => undefined);
        const response = await sendForPages(app, 'sandbox-two-keys', '/v0/users');
        expect(await response.json()).toMatchObject({ error: { code: 'unsupported_pagination' } });
    });
});

describe('items', () => {
    test('leave as they came, numbers and all, each on a line of its own if lines are asked for', async () => {
        await using provider = await startPagedProvider(
            byCursor,
            () => '{"data": [ {"id":\n 12345678901234567890,\r\n "x": 1.0}, "a\\nb" ]}'
        );
        expect(await (await provider.send('/list')).text()).toBe('[{"id":\n 12345678901234567890,\r\n "x": 1.0},"a\\nb"]');
        const asLines = await provider.send('/list', { headers: { accept: 'application/x-ndjson' } });
        expect(await asLines.text()).toBe('{"id":  12345678901234567890,  "x": 1.0}\n"a\\nb"\n');
    });

    test('are followed past an empty page that is not the last, and past pages that are smaller than asked for', async () => {
        await using cursors = await startPagedProvider(byCursor, ({ searchParams: query }) => {
            if (query.get('cursor') === 'c') return { data: [2], next: '' };
            return query.get('cursor') === 'b' ? { data: [], next: 'c' } : { data: [1], next: 'b' };
        });
        expect(await (await cursors.send('/list')).json()).toEqual([1, 2]);

        await using offsets = await startPagedProvider({ ...byOffset, limit: 500 }, ({ searchParams: query }) =>
            [1, 2, 3, 4, 5].slice(Number(query.get('offset') ?? 0)).slice(0, 2)
        );
        expect(await (await offsets.send('/list')).json()).toEqual([1, 2, 3, 4, 5]);
        expect(offsets.asked()).toEqual(['limit=500', 'limit=500&offset=2', 'limit=500&offset=4']);
    });

    test('may be under any name, and left out when there are none, where the provider is like that', async () => {
        const google: Paginate = { ...byCursor, response_path: 'items || *', omits_empty_list: true };
        await using provider = await startPagedProvider(google, ({ pathname }) =>
            pathname === '/messages'
                ? { messages: [1], total: 1 }
                : pathname === '/events'
                  ? { reminders: [], items: [2] }
                  : pathname === '/nothing'
                    ? { total: 0 }
                    : { several: [], lists: [] }
        );
        const bodyOf = async (path: string) => (await provider.send(path)).text();
        expect([await bodyOf('/messages'), await bodyOf('/events'), await bodyOf('/nothing')]).toEqual(['[1]', '[2]', '[]']);
        expect((await provider.send('/lists')).status).toBe(502);
    });

    test('may be compressed', async () => {
        await using provider = await startPagedProvider(byCursor, () => (response: ServerResponse) => {
            response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[1,2]}'));
        });
        const response = await provider.send('/list');
        expect([response.headers.get('content-encoding'), await response.json()]).toEqual([null, [1, 2]]);
    });
});

describe('a link', () => {
    test('may be absolute or relative to the page it is on', async () => {
        await using provider = await startPagedProvider(byLink, ({ origin, pathname, search }) => {
            if (pathname === '/v1/list' && search === '') return { data: [1], next: '?page=2' };
            if (search === '?page=2') return { data: [2], next: 'more/list?page=3#here' };
            if (search === '?page=3') return { data: [3], next: `${origin}/elsewhere?page=4` };
            return { data: [4], next: null };
        });
        expect(await (await provider.send('/v1/list')).json()).toEqual([1, 2, 3, 4]);
        expect(provider.vendor.requests.map(({ path }) => path)).toEqual([
            '/v1/list',
            '/v1/list?page=2',
            '/v1/more/list?page=3',
            '/elsewhere?page=4'
        ]);
    });

    test('to another host is not followed, and the response does not look complete', async () => {
        await using stranger = await startServer((_request, response) => response.end('{"data":[2]}'));
        await using provider = await startPagedProvider(byLink, () => ({ data: [1], next: `http://127.0.0.1:${stranger.port}/list` }));
        const response = await provider.send('/list');
        await expect(response.text()).rejects.toThrow('terminated');
        expect(stranger.connections).toBe(0);
    });

    test('in a header is told from its neighbours', async () => {
        const header = '</list?p=0>; rel=prev, </list?p=2>; title="a, <b>; rel=next"; rel="last next", </list?p=9>; rel="last"';
        await using provider = await startPagedProvider({ type: 'link', link_rel_in_response_header: 'next' }, ({ search }) =>
            search === '' ? (response: ServerResponse) => response.setHeader('link', header).end('[1]') : [2]
        );
        expect(await (await provider.send('/list')).json()).toEqual([1, 2]);
        expect(provider.asked()).toEqual(['', 'p=2']);
    });
});

describe('a failure', () => {
    test('of the first page is the provider’s own response', async () => {
        await using provider = await startPagedProvider(byCursor, () => (response: ServerResponse) => {
            response.writeHead(418, { 'content-type': 'text/plain', 'x-own': 'yes' }).end('no tea here');
        });
        const response = await provider.send('/list');
        expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([418, 'yes', 'no tea here']);
    });

    test.each([
        ['no JSON', byCursor, '<html>', 'The provider’s response is not JSON.'],
        ['an object where items should be', byCursor, '{"data":{}}', 'The provider’s response has no list at data.'],
        ['no list', { ...byOffset, response_path: '' }, '{"data":[1]}', 'The provider’s response is not a list.'],
        ['bytes that are no text', byCursor, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), 'The provider’s response is not JSON.']
    ] satisfies [string, Paginate, string | Buffer, string][])(
        'of the first page to be a list is told: %s',
        async (_, paginate, body, message) => {
            await using provider = await startPagedProvider(paginate, () => (response: ServerResponse) => {
                response.end(body);
            });
            const response = await provider.send('/list');
            expect([response.status, await response.json()]).toEqual([502, { error: { code: 'provider_answer_unusable', message } }]);
        }
    );

    test('of the first page to be inflated is told', async () => {
        await using provider = await startPagedProvider(byCursor, () => (response: ServerResponse) => {
            response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"data":[1]}');
        });
        const response = await provider.send('/list');
        expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'provider_answer_unusable' } }]);
    });

    test.each([
        ['a status', (response: ServerResponse) => response.writeHead(403).end('{}')],
        [
            'a status whose body never comes',
            (response: ServerResponse) => {
                response.writeHead(500, { 'content-encoding': 'gzip', 'content-length': '10' }).flushHeaders();
                setImmediate(() => response.destroy());
            }
        ],
        ['a page that is no list', { data: 'gone' }],
        ['a cursor that was there before', { data: [3], next: 'b' }],
        ['the same cursor again', { data: [3], next: 'c' }]
    ])('of a later page breaks the response off, as an array and in lines: %s', async (_, third) => {
        await using provider = await startPagedProvider(byCursor, ({ searchParams: query }) => {
            if (query.get('cursor') === 'c') return third;
            return query.get('cursor') === 'b' ? { data: [2], next: 'c' } : { data: [1], next: 'b' };
        });
        for (const accept of ['application/json', 'application/x-ndjson']) {
            const response = await provider.send('/list', { headers: { accept } });
            expect(response.status).toBe(200);
            await expect(response.text()).rejects.toThrow('terminated');
        }
        const log = provider.app.logLines.join('');
        expect(log).toContain('response_interrupted');
        expect(log).not.toContain('canary-api-key');
    });

    test('to turn the page, although asked, is noticed', async () => {
        await using provider = await startPagedProvider(byOffset, () => [{ id: 1 }, { id: 2 }, { id: 3 }]);
        await expect((await provider.send('/list')).text()).rejects.toThrow('terminated');
        expect(provider.asked()).toHaveLength(2);
    });

    test('to end a page in time for our memory is told', async () => {
        await using provider = await startPagedProvider(byCursor, () => `{"data":["${'x'.repeat(9 * 1024 ** 2)}"]}`);
        const response = await provider.send('/list');
        expect(await response.json()).toMatchObject({ error: { message: 'A page of the provider is larger than 8 MiB.' } });
        await using crumbs = await startPagedProvider(byCursor, () => `{"data":[${'1,'.repeat(4_000_000)}1]}`);
        const many = await crumbs.send('/list');
        expect(await many.json()).toMatchObject({ error: { message: 'A page of the provider has more than 100000 items.' } });
    });
});

test('pages are fetched no faster than the caller reads, and no more of them when it has gone', async () => {
    // More in 25 pages than the kernel's buffers may hold.
    const item = 'x'.repeat(Math.ceil(kernelBufferBytes / 24));
    await using provider = await startPagedProvider(byCursor, ({ pathname, searchParams: query }) => {
        const page = Number(query.get('cursor') ?? 0);
        const isEndless = pathname === '/endless';
        return { data: [isEndless ? item : ''], next: isEndless || page < 24 ? String(page + 1) : null };
    });
    const fetched = () => provider.vendor.requests.filter(({ path }) => path.startsWith('/endless')).length;
    // Many turns of the event loop: without backpressure the endless list goes on meanwhile.
    const meanwhile = async () => (await provider.send('/short')).arrayBuffer();
    const reader = (await provider.send('/endless')).body?.getReader();
    await reader?.read();
    const progress = async () => {
        const before = fetched();
        await meanwhile();
        return fetched() - before;
    };
    await expect.poll(progress, { timeout: 20_000 }).toBe(0);
    const waiting = fetched();
    expect(waiting).toBeLessThan(25);

    await reader?.cancel();
    await meanwhile();
    expect(fetched()).toBeLessThanOrEqual(waiting + 1);
});

function namesOf(items: unknown): string[] {
    return (items as { name: string }[]).map(({ name }) => name);
}
