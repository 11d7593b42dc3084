import { expect, test } from 'vitest';
import { ApiError, Patchbay, UnreachableError } from './index.ts';
import { startRecordingServer } from './recording-server.fixtures.ts';

const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;
const key = { connection_id: 'c1', provider_config_key: 'crm' };

test('a request goes to the proxy with the connection named, the caller’s headers prefixed and its body as JSON', async () => {
    await using server = await startRecordingServer(() => ({ status: 201, body: { id: 7 } }));
    const patchbay = new Patchbay({ secretKey, baseUrl: `${server.url}/` });
    const response = await patchbay.proxy.request(key, {
        method: 'POST',
        path: 'v3/contacts?draft=1',
        query: { tag: ['a', 'b c'], limit: 10, none: undefined },
        headers: { 'X-Version': '2' },
        json: { name: 'Ada' },
        retries: 2,
        retryOn: [409, 423],
        baseUrl: 'https://eu.example.com',
        forwardHeadersOnRedirect: true
    });
    expect([response.status, await response.json()]).toEqual([201, { id: 7 }]);
    expect(server.requests).toMatchObject([
        {
            method: 'POST',
            target: '/proxy/v3/contacts?draft=1&tag=a&tag=b+c&limit=10',
            headers: {
                authorization: `Bearer ${secretKey}`,
                'provider-config-key': 'crm',
                'connection-id': 'c1',
                'patchbay-proxy-x-version': '2',
                'content-type': 'application/json',
                retries: '2',
                'retry-on': '409,423',
                'base-url-override': 'https://eu.example.com',
                'forward-headers-on-redirect': 'true'
            },
            body: { name: 'Ada' }
        }
    ]);
});

test('an error of the provider is a response; one of Patchbay is thrown', async () => {
    let headers: Record<string, string> = {};
    await using server = await startRecordingServer(() => ({
        status: 404,
        headers,
        body: { error: { code: 'unknown_provider_config', message: 'There is no such integration.' } }
    }));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    expect((await patchbay.proxy.request(key, { path: '/missing' })).status).toBe(404);
    headers = { 'patchbay-error': 'unknown_provider_config' };
    await expect(patchbay.proxy.request(key, { path: '/missing' })).rejects.toThrow(
        expect.objectContaining({
            name: 'ApiError',
            status: 404,
            code: 'unknown_provider_config',
            message: 'There is no such integration.'
        })
    );
});

test.each([
    ['a page of a gateway', '<h1>Bad gateway</h1>'],
    ['nothing, as for HEAD', ''],
    ['JSON without an error', { message: 'Bad gateway' }],
    ['null', 'null'],
    ['a list', []],
    ['text', '"down"'],
    ['an error that is text', { error: 'odd' }],
    ['a code that is not text', { error: { code: 502 } }]
])('an error of Patchbay whose body is %s has the status, and the code of the header', async (_what, body) => {
    await using server = await startRecordingServer(() => ({ status: 502, headers: { 'patchbay-error': 'provider_unreachable' }, body }));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    const error: unknown = await patchbay.proxy.request(key, { path: '/contacts' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
        status: 502,
        code: 'provider_unreachable',
        message: expect.stringContaining('(status 502) does not say what is wrong')
    });
});

test('the items of a list come one by one, whatever pieces they arrive in', async () => {
    await using server = await startRecordingServer(() => ({ body: '{"id":1}\n{"id":2,"name":"Å\\n"}\n{"id":3}\n' }));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    const items: unknown[] = [];
    for await (const item of patchbay.proxy.items(key, { path: '/contacts' })) items.push(item);
    expect(items).toEqual([{ id: 1 }, { id: 2, name: 'Å\n' }, { id: 3 }]);
    expect(server.requests).toMatchObject([{ headers: { 'patchbay-paginate': 'true', accept: 'application/x-ndjson' } }]);
});

test('a list whose first page the provider refuses throws its status', async () => {
    await using server = await startRecordingServer(() => ({ status: 403, body: { message: 'Not yours.' } }));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    const thrown = await patchbay.proxy
        .items(key, { path: '/contacts' })
        .next()
        .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ status: 403, code: 'provider_refused' });
});

test('a response that does not begin in time, and a server that is not there, are unreachable', async () => {
    await using server = await startRecordingServer(() => ({}));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    await expect(patchbay.proxy.request(key, { path: '/', timeoutMs: 20 })).rejects.toThrow(
        new UnreachableError('No response within 20 ms.')
    );
    const nowhere = new Patchbay({ secretKey, baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.proxy.request(key, { path: '/' })).rejects.toBeInstanceOf(UnreachableError);
});

test('the caller’s own signal ends it with the caller’s own reason', async () => {
    await using server = await startRecordingServer(() => ({}));
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    await expect(patchbay.proxy.request(key, { path: '/', signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});
