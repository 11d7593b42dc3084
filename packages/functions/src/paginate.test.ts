import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAction, type HostRequest, type PaginateConfig, type ProxyConfig, runAction } from './index.ts';
import { collect } from './collect.fixtures.ts';
import { jsonResponse, MemoryHost, testFacts } from './testing/memory-host.ts';

async function pagesOf(
    respond: (request: HostRequest) => ReturnType<typeof jsonResponse>,
    config: Partial<ProxyConfig>,
    template: object | null = null
) {
    const host = new MemoryHost(respond);
    const action = createAction({
        description: 'Lists',
        input: z.null(),
        output: z.array(z.unknown()),
        exec: (context) => collect(context.paginate({ endpoint: '/items', ...config }))
    });
    const outcome = await runAction(action, host, { ...testFacts, paginate: template as never }, null);
    return { outcome, pages: outcome.status === 'succeeded' ? outcome.output : undefined, requests: host.requests };
}

const parameter = ({ query }: HostRequest, name: string) => new URLSearchParams(query).get(name);
const pageNumbers: PaginateConfig = {
    type: 'offset',
    offset_name_in_request: 'page',
    offset_start_value: 1,
    offset_calculation_method: 'per-page',
    limit_name_in_request: 'per_page',
    limit: 2
};

describe('paginate', () => {
    test('by offset reads every item once, however many there are and whatever the page size', async () => {
        await fc.assert(
            fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 9 }), fc.boolean(), async (count, limit, byPage) => {
                const items = Array.from({ length: count }, (_, id) => ({ id }));
                const { pages } = await pagesOf(
                    (request) => {
                        const given = Number(parameter(request, 'at'));
                        const from = byPage ? (given - 1) * limit : given;
                        return jsonResponse(items.slice(from, from + Number(parameter(request, 'size'))));
                    },
                    {
                        paginate: {
                            type: 'offset',
                            offset_name_in_request: 'at',
                            limit_name_in_request: 'size',
                            limit,
                            ...(byPage && { offset_start_value: 1, offset_calculation_method: 'per-page' })
                        }
                    }
                );
                expect((pages as unknown[]).flat()).toEqual(items);
            }),
            { numRuns: 60 }
        );
    });

    test('stops at a short page, and keeps the call’s own parameters', async () => {
        const { pages, requests } = await pagesOf(
            (request) => jsonResponse(parameter(request, 'page') === '1' ? [{ id: 1 }, { id: 2 }] : [{ id: 3 }]),
            {
                params: { include_deleted: true },
                paginate: pageNumbers
            }
        );
        expect(pages).toEqual([[{ id: 1 }, { id: 2 }], [{ id: 3 }]]);
        expect(requests.map(({ query }) => query)).toEqual([
            'include_deleted=true&per_page=2&page=1',
            'include_deleted=true&per_page=2&page=2'
        ]);
    });

    test('fails when the vendor responds with the same page again, though its signed addresses differ', async () => {
        let time = 0;
        const { outcome, requests } = await pagesOf(() => jsonResponse([1, 2].map((id) => ({ id, url: `https://files/?t=${time++}` }))), {
            paginate: pageNumbers
        });
        expect(outcome).toMatchObject({ status: 'failed', error: { type: 'host_error', code: 'pagination_stuck' } });
        expect(requests).toHaveLength(2);
    });

    test.each([
        ['an object where the body is the list', { results: [] }, undefined],
        ['a text', 'maintenance', undefined],
        ['an object in the list’s place', { data: {} }, 'data']
    ])('fails at %s', async (_what, body, path) => {
        const paginate = { ...pageNumbers, ...(path && { response_path: path }) };
        const { outcome } = await pagesOf(() => jsonResponse(body), { paginate });
        expect(outcome).toMatchObject({ error: { type: 'host_error', code: 'invalid_page' } });
    });

    test.each<[what: string, paginate: PaginateConfig, words: RegExp]>([
        ['nothing says how', { limit: 2 }, /^Nothing is known of how this provider pages its lists\. Set paginate\.type to cursor/],
        ['a name is missing', { type: 'offset' }, /do not say how: offset_name_in_request: /]
    ])('fails before any request where %s', async (_what, paginate, words) => {
        const { outcome, requests } = await pagesOf(() => jsonResponse([]), { paginate });
        expect(outcome).toMatchObject({
            error: { type: 'host_error', code: 'invalid_pagination', message: expect.stringMatching(words) }
        });
        expect(requests).toEqual([]);
    });

    test('by cursor sends it in the body of a POST, and stops where there is none', async () => {
        const seen: (string | number | undefined)[] = [];
        const { pages, requests } = await pagesOf(
            ({ body }) => {
                const { cursor } = JSON.parse(String(body));
                return jsonResponse({ data: { items: [{ id: cursor ?? 'first' }] }, 'odata.next': cursor ? '' : 'c2' });
            },
            {
                method: 'POST',
                data: { status: 'open' },
                paginate: {
                    type: 'cursor',
                    cursor_path_in_response: 'odata.next',
                    cursor_name_in_request: 'cursor',
                    response_path: 'data.items',
                    limit: 50,
                    limit_name_in_request: 'limit',
                    on_page: ({ nextPageParam }) => void seen.push(nextPageParam)
                }
            }
        );
        expect(pages).toEqual([[{ id: 'first' }], [{ id: 'c2' }]]);
        expect(requests.map(({ body }) => JSON.parse(String(body)))).toEqual([
            { status: 'open', limit: 50 },
            { status: 'open', limit: 50, cursor: 'c2' }
        ]);
        expect(seen).toEqual(['c2', undefined]);
    });

    test('by link follows the relation of the header, to another host too, without the parameters', async () => {
        const { pages, requests } = await pagesOf(
            ({ endpoint }) =>
                endpoint === '/items'
                    ? jsonResponse([1], 200, {
                          link: '<https://eu.example.com/v2/items?c=9>; title="a, b"; rel="next", </items?c=0>; rel=prev'
                      })
                    : jsonResponse([2]),
            { params: { per_page: 1 }, paginate: { type: 'link', link_rel_in_response_header: 'next' } }
        );
        expect(pages).toEqual([[1], [2]]);
        expect(requests.map(({ endpoint, baseUrlOverride, query }) => [endpoint, baseUrlOverride, query])).toEqual([
            ['/items', null, 'per_page=1'],
            ['/v2/items?c=9', 'https://eu.example.com', '']
        ]);
    });

    test('by link in the body stops where the link repeats itself', async () => {
        const { requests } = await pagesOf(({ endpoint }) => jsonResponse({ list: [endpoint], next: '/items?c=1' }), {
            paginate: { type: 'link', link_path_in_response_body: 'next', response_path: 'list' }
        });
        expect(requests.map(({ endpoint }) => endpoint)).toEqual(['/items', '/items?c=1']);
    });

    test('takes the provider’s way of paging, and the call’s settings above it', async () => {
        const { requests } = await pagesOf(() => jsonResponse([]), { paginate: { limit: 500 } }, pageNumbers);
        expect(requests[0]?.query).toBe('per_page=500&page=1');
    });
});
