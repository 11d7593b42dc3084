import { processorMs } from '@patchbay/test-kit/processor-time';
import type { Paginate } from '@patchbay/providers';
import { expect, test } from 'vitest';
import type { ProxyCall } from './proxy-call.ts';
import { nextCall } from './paginate-next.ts';
import { overriddenBase, targetUrl } from './target-url.ts';

const byLink: Paginate = { type: 'link', response_path: 'data', link_path_in_response_body: 'next' };
const places = { hosts: [], baseUrls: ['https://proxy.customer.test/acme'], privateHosts: [] };

const anyCall: ProxyCall = {
    target: { environmentId: 'e', integrationKey: 'i', connectionId: 'c' },
    method: 'GET',
    path: '/list',
    headers: {},
    acceptEncoding: 'identity',
    body: undefined,
    bodyLength: undefined,
    readOnly: false,
    baseUrlOverride: undefined,
    retries: 0,
    retryOn: [],
    decompress: undefined,
    forwardHeadersOnRedirect: undefined,
    operation: { kind: 'proxy', environmentId: 'e', operationId: 'o', attempts: 0 },
    signal: new AbortController().signal
};

/** Where the link of a page leads, with the base address that the caller has asked for. */
function follow(link: string, baseUrlOverride = 'https://proxy.customer.test/acme/v1'): string {
    const call: ProxyCall = { ...anyCall, baseUrlOverride };
    const page = { text: JSON.stringify({ next: link }), items: [], url: `${baseUrlOverride}/list`, linkHeader: undefined };
    const next = nextCall(byLink, call, page, undefined);
    return targetUrl(overriddenBase(next?.call.baseUrlOverride ?? '', 'https://api.example.com/v2', places), next?.call.path ?? '');
}

test.each([
    'https://proxy.customer.test/acme/v1/list?page=2',
    'https://proxy.customer.test/acme/v2/list/?page=2',
    'https://proxy.customer.test/acme?page=2',
    'https://proxy.customer.test/acme//a%2Fb//?page=2',
    'https://api.example.com/?page=2',
    'https://api.example.com/v1/list'
])('a link leads wherever its whole address may be: %s', (link) => {
    expect(follow(link)).toBe(link);
});

test.each([
    'https://proxy.customer.test/?page=2',
    'https://proxy.customer.test/acme-evil/list',
    'https://proxy.customer.test/acme/../evil',
    'https://proxy.customer.test/acme/..%2fevil',
    'https://evil.test/acme/list'
])('and nowhere else: %s', (link) => {
    expect(() => follow(link)).toThrow(expect.objectContaining({ code: 'base_url_override_not_allowed' }));
});

test.each(['https://user:pass@api.example.com/list', 'ftp://api.example.com/list', 'https://[', `/${'/'.repeat(1e6)}x`])(
    'what is no address for a page is told: %#',
    (link) => {
        expect(() => follow(link)).toThrow(expect.objectContaining({ code: 'provider_answer_unusable' }));
    }
);

test.each([
    ['<https://api.example.com/v2/list?page=2>; rel="next", <https://api.example.com/v2/list?page=9>; rel="last"', '/v2/list?page=2'],
    [
        '<https://api.example.com/v2/list?page=1>; rel=prev;title="a, \\"b\\"" , <https://api.example.com/v2/list?page=3>; rel="last next"',
        '/v2/list?page=3'
    ],
    ['<>\\"'.repeat(4000), undefined]
])('T-44: the link header %j is read in one go', (linkHeader, path) => {
    const paginate: Paginate = { type: 'link', response_path: 'data', link_rel_in_response_header: 'next' };
    const page = { text: '{}', items: [], url: 'https://api.example.com/v2/list', linkHeader };
    let next: ReturnType<typeof nextCall>;
    expect(processorMs(() => (next = nextCall(paginate, anyCall, page, undefined)))).toBeLessThan(100);
    expect(next && `${new URL(next.call.baseUrlOverride ?? '').pathname}${next.call.path}`).toBe(path);
});
