import { type Socket } from 'node:net';
import { importConnection, updateIntegration } from '@patchbay/contracts';
import type { UnauthenticatedProvider } from '@patchbay/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyWith, spellingsOf } from '../../../api.fixtures.ts';
import { acme, apiKey, exchange, type ProxyWorld, send, startProxyWorld, startThirdParty, type ThirdParty } from './proxy.fixtures.ts';

const open: UnauthenticatedProvider = {
    id: 'open',
    display_name: 'Open',
    categories: ['sandbox'],
    auth_mode: 'NONE',
    docs: 'https://example.com',
    no_check: 'There is nothing to check.'
};

let world: ProxyWorld;
let elsewhere: ThirdParty;
beforeAll(async () => {
    elsewhere = await startThirdParty();
    world = await startProxyWorld({
        acme: acme(),
        templated: acme(
            {
                headers: {
                    'X-Api-Key': '${apiKey}',
                    'X-Secret': '${connectionConfig.secret}',
                    'X-Region': '${connectionConfig.region}',
                    'User-Agent': 'acme-client',
                    'X-Absent': '${connectionConfig.absent}'
                },
                query: { API_Key: '${apiKey}', version: '7', absent: '${connectionConfig.absent}' }
            },
            {
                connection_config: {
                    region: { type: 'string', title: 'Region', optional: true },
                    secret: { type: 'string', title: 'Secret', optional: true, secret: true }
                }
            }
        ),
        hosted: acme({ base_url: 'https://${connectionConfig.shop}.shops.example.com' }),
        open
    });
});
afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
});
beforeEach(() => {
    world.thirdParty.arrived.length = 0;
    world.thirdParty.handle = (_request, response) => void response.end('ok');
});

const last = () => world.thirdParty.arrived.at(-1);

describe('the request', () => {
    test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT', 'MKCOL', 'SEARCH', 'QUERY'])(
        '%s reaches the provider with the credentials, and its response comes back',
        async (method) => {
            const response = await send(world, '/users?page=2', { method });
            expect(response).toMatchObject({ status: 200, text: 'ok' });
            expect(last()).toMatchObject({ method, path: '/base/users?page=2', headers: { authorization: `Bearer ${apiKey}` } });
        }
    );

    test('HEAD has headers, the length among them, and no body', async () => {
        world.thirdParty.handle = (_request, response) => void response.writeHead(200, { 'content-length': '5', etag: '"x"' }).end();
        const response = await send(world, '/file', { method: 'HEAD' });
        expect(response).toMatchObject({ status: 200, text: '', headers: { 'content-length': '5', etag: '"x"' } });
        expect(last()?.method).toBe('HEAD');
    });

    test('TRACE is refused, because its response would show the credentials', async () => {
        expect(await send(world, '/x', { method: 'TRACE' })).toMatchObject({ status: 403, code: 'forbidden' });
        expect(world.thirdParty.arrived).toEqual([]);
    });

    test.each([
        ['/v1/proxy/a', '/base/a'],
        ['', '/base'],
        ['/', '/base/'],
        ['?a=1', '/base?a=1'],
        ['/a%2Fb/%E9?x=%zz&x=a+b&y=%2F', '/base/a%2Fb/%E9?x=%zz&x=a+b&y=%2F'],
        ['/x?patchbay_paginate=false&a=1', '/base/x?a=1']
    ])('the path %s goes out as %s', async (path, expected) => {
        expect((await send(world, path)).status).toBe(200);
        expect(last()?.path).toBe(expected);
    });

    test('a path that holds the base address again loses it', async () => {
        await send(world, `/${world.thirdParty.url}/base/users?a=1`);
        expect(last()?.path).toBe('/base/users?a=1');
    });

    test('a target that is absolute is read like one that is not', async () => {
        expect(await exchange(world, ['GET http://evil.test/proxy/users HTTP/1.1', 'Host: evil.test', 'Connection: close'])).toMatch(
            /^HTTP\/1\.1 200 /
        );
        expect(last()).toMatchObject({ path: '/base/users', headers: { host: `a.localhost:${world.thirdParty.port}` } });
    });

    test('a wish for HTTP/2 is passed over', async () => {
        const wish = ['Connection: close, Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'];
        expect(await exchange(world, ['GET /proxy/users HTTP/1.1', 'Host: x', ...wish])).toMatch(/^HTTP\/1\.1 200 /);
        expect(last()?.headers).not.toHaveProperty('upgrade');
    });

    test.each([
        ['two lengths', 'Content-Length: 3', 'Content-Length: 4'],
        ['a length and chunks', 'Content-Length: 3', 'Transfer-Encoding: chunked'],
        ['an encoding that is none', 'Transfer-Encoding: xchunked']
    ])('a body that could be read in two ways is refused: %s', async (_what, ...framing) => {
        expect(await exchange(world, ['POST /proxy/users HTTP/1.1', 'Host: x', 'Connection: close', ...framing])).toMatch(
            /^HTTP\/1\.1 400 /
        );
        expect(world.thirdParty.arrived).toEqual([]);
    });

    test.each(['/../admin', '/%2e%2e/admin', '/a/..%2fadmin', '/a\\b', '/./a'])('T-58: %s is refused', async (path) => {
        expect(await send(world, path)).toMatchObject({ status: 400, code: 'invalid_path' });
        expect(world.thirdParty.arrived).toEqual([]);
    });
});

describe('T-59: headers', () => {
    test('only what has the prefix goes along, and nothing that frames a message or is ours', async () => {
        await send(world, '/x', {
            method: 'POST',
            body: '{}',
            headers: {
                'content-type': 'application/json',
                'Patchbay-Proxy-X-One': '1',
                'Nango-Proxy-X-Two': '2',
                'Patchbay-Proxy-X-Both': 'ours',
                'Nango-Proxy-X-Both': 'theirs',
                'Patchbay-Proxy-': 'nameless',
                'Patchbay-Proxy-Host': 'evil.test',
                'Patchbay-Proxy-Content-Length': '99',
                'Patchbay-Proxy-Transfer-Encoding': 'chunked',
                'Patchbay-Proxy-Connection': 'x-one',
                'Patchbay-Proxy-Cookie': 'a=b',
                'Patchbay-Proxy-Content_Length': '99',
                'Patchbay-Proxy-Transfer_Encoding': 'chunked',
                'Patchbay-Proxy-Proxy_Authorization': 'Basic mine',
                'Patchbay-Proxy-Authorization': 'Bearer mine',
                'Patchbay-Proxy-TE': 'trailers',
                'Patchbay-Proxy-Expect': '100-continue',
                'X-Plain': 'stays here',
                cookie: 'stays=here',
                retries: '',
                'base-url-override': '',
                'nango-activity-log-id': '',
                'retry-on': ''
            }
        });
        const { 'user-agent': userAgent, ...headers } = last()?.headers ?? {};
        expect(userAgent).toMatch(/^patchbay\//);
        expect(headers).toEqual({
            host: `a.localhost:${world.thirdParty.port}`,
            connection: 'keep-alive',
            authorization: `Bearer ${apiKey}`,
            'accept-encoding': 'identity',
            'content-type': 'application/json',
            'content-length': '2',
            'x-one': '1',
            'x-two': '2',
            'x-both': 'ours'
        });
    });

    test('the caller may replace what a definition sets, but for credentials and a user agent', async () => {
        await world.app.call(importConnection, {
            body: {
                provider_config_key: 'templated',
                connection_id: 'two',
                credentials: { type: 'API_KEY', apiKey },
                connection_config: { region: 'eu', secret: 'canary-secret' }
            }
        });
        await send(world, '/x?a=1&API_Key=mine&version=8', {
            provider: 'templated',
            connection: 'two',
            headers: {
                'Patchbay-Proxy-X-Api-Key': 'mine',
                'Patchbay-Proxy-X-Secret': 'mine',
                'Patchbay-Proxy-X_Api_Key': 'mine',
                'Patchbay-Proxy-x_api-key': 'mine',
                'Patchbay-Proxy-User_Agent': 'mine',
                'Patchbay-Proxy-X-Region': 'us',
                'Patchbay-Proxy-User-Agent': 'mine'
            }
        });
        expect(last()?.path).toBe(`/base/x?a=1&version=8&API_Key=${apiKey}`);
        expect(last()?.headers).toMatchObject({
            'x-api-key': apiKey,
            'x-secret': 'canary-secret',
            'x-region': 'us',
            'user-agent': 'acme-client'
        });
        expect(last()?.headers).not.toHaveProperty('x-absent');
        expect(JSON.stringify(last()?.headers)).not.toContain('mine');

        await send(world, '/x', { provider: 'templated', connection: 'two' });
        expect(last()?.path).toBe(`/base/x?API_Key=${apiKey}&version=7`);
        expect(last()?.headers['x-region']).toBe('eu');
    });

    test('a caller’s user agent and type of body are its own where the provider has no wish', async () => {
        await send(world, '/x', {
            method: 'PUT',
            body: 'x',
            headers: {
                'content-type': 'text/plain',
                'content-encoding': 'gzip',
                'nango-proxy-content-type': 'text/csv',
                'patchbay-proxy-user-agent': 'mine'
            }
        });
        expect(last()?.headers).toMatchObject({ 'content-type': 'text/csv', 'content-encoding': 'gzip', 'user-agent': 'mine' });
    });

    test('the response may be compressed as the caller’s own client can read it', async () => {
        await send(world, '/x', { headers: { 'accept-encoding': 'gzip, br' } });
        expect(last()?.headers['accept-encoding']).toBe('gzip, br');
        await send(world, '/x', { headers: { 'accept-encoding': 'gzip', 'patchbay-proxy-accept-encoding': 'zstd' } });
        expect(last()?.headers['accept-encoding']).toBe('zstd');
    });
});

describe('T-60: the response', () => {
    test('keeps its status and headers, also of an error, and loses what would act on our origin', async () => {
        world.thirdParty.handle = (_request, response) => {
            response.writeHead(
                422,
                [
                    ['content-type', 'text/html'],
                    ['content-length', '2'],
                    ['x-a', '1'],
                    ['x-a', '2'],
                    ['link', '</next>; rel="next"'],
                    ['retry-after', '7'],
                    ['x-ratelimit-remaining', '3'],
                    ['cache-control', 'public, max-age=60'],
                    ['vary', 'Accept'],
                    ['x-request-id', 'of-the-provider'],
                    ['connection', 'x-hop, keep-alive'],
                    ['x-hop', 'canary'],
                    ['set-cookie', 'a=canary'],
                    ['set_cookie', 'a=canary'],
                    ['x_hop', 'canary'],
                    ['access_control_allow-origin', '*canary'],
                    ['patchbay_error', 'canary'],
                    ['access-control-allow-origin', '*canary'],
                    ['access-control-allow-credentials', 'canary'],
                    ['strict-transport-security', 'canary'],
                    ['content-security-policy', 'canary'],
                    ['clear-site-data', 'canary'],
                    ['refresh', 'canary'],
                    ['patchbay-error', 'canary'],
                    ['x-content-type-options', 'canary']
                ].flat()
            );
            response.end('no');
        };
        const response = await send(world, '/x');
        expect(response).toMatchObject({
            status: 422,
            text: 'no',
            headers: {
                'content-type': 'text/html',
                'content-length': '2',
                'x-a': '1, 2',
                link: '</next>; rel="next"',
                'retry-after': '7',
                'x-ratelimit-remaining': '3',
                'cache-control': 'public, max-age=60',
                vary: 'accept, authorization, connection-id, provider-config-key',
                'x-request-id': 'of-the-provider',
                'x-content-type-options': 'nosniff',
                'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'"
            }
        });
        expect(JSON.stringify(response.headers)).not.toContain('canary');
    });

    test.each([204, 304])('%s has no body', async (status) => {
        world.thirdParty.handle = (_request, response) => void response.writeHead(status, { etag: '"x"' }).end();
        expect(await send(world, '/x')).toMatchObject({ status, text: '', isWhole: true, headers: { etag: '"x"' } });
    });

    test('its headers may hold any letter of Latin-1', async () => {
        world.thirdParty.handle = (_request, response) => {
            response.setHeader('content-disposition', Buffer.from('attachment; filename="résumé.pdf"').toString('latin1'));
            response.end();
        };
        const { headers } = await send(world, '/x');
        expect(Buffer.from(headers['content-disposition'] ?? '', 'latin1').toString()).toBe('attachment; filename="résumé.pdf"');
    });
});

describe('where it may go', () => {
    const override = (url: string, options = {}) => send(world, '/x', { headers: { 'base-url-override': url }, ...options });

    test('T-53, T-54: another host is refused, before anything is dialled', async () => {
        const { port } = world.thirdParty;
        for (const url of [
            `http://b.localhost:${elsewhere.port}`,
            `http://localhost:${port}`,
            'https://evil.test',
            'http://169.254.169.254'
        ])
            expect(await override(url)).toMatchObject({ status: 400, code: 'base_url_override_not_allowed' });
        expect([...world.thirdParty.arrived, ...elsewhere.arrived]).toEqual([]);
    });

    test('the provider’s own host is allowed', async () => {
        expect((await override(`${world.thirdParty.url}/other/`)).status).toBe(200);
        expect(last()).toMatchObject({ path: '/other/x', headers: { authorization: `Bearer ${apiKey}` } });
    });

    test('T-53: what the integration allows is allowed, and is still not dialled where it is private', async () => {
        const allowed = [
            `https://b.localhost:${elsewhere.port}/api`,
            'https://169.254.169.254',
            'https://[::1]:8443',
            'https://metadata.localhost'
        ];
        await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { allowed_base_urls: allowed } });
        for (const url of allowed) expect(await override(url)).toMatchObject({ status: 400, code: 'destination_not_allowed' });
        expect(elsewhere.arrived).toEqual([]);
        await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { allowed_base_urls: [] } });
    });

    test('what the operator has listed is allowed', async () => {
        await using listed = await startProxyWorld(
            { acme: acme(), open },
            { config: { allowPrivateHosts: [`b.localhost:${elsewhere.port}`] } }
        );
        const headers = { 'base-url-override': `http://b.localhost:${elsewhere.port}/api` };
        expect((await send(listed, '/x', { headers })).status).toBe(200);
        expect((await send(listed, '/y', { headers, provider: 'open' })).status).toBe(200);
        expect(elsewhere.arrived.map(({ path, headers: { authorization } }) => [path, authorization])).toEqual([
            ['/api/x', `Bearer ${apiKey}`],
            ['/api/y', undefined]
        ]);
    });

    test('a provider without an address, and a connection that lacks a part of it, are told apart', async () => {
        expect(await send(world, '/x', { provider: 'open' })).toMatchObject({ status: 400, code: 'unsupported_provider' });
        expect(await send(world, '/x', { provider: 'hosted' })).toMatchObject({ status: 400, code: 'missing_api_url' });
    });
});

describe('a request that cannot be sent', () => {
    test.each([
        [{ provider: 'unknown' }, 404, 'unknown_provider_config'],
        [{ connection: 'unknown' }, 400, 'unknown_connection'],
        [{ headers: { 'connection-id': [] } }, 400, 'invalid_headers'],
        [{ headers: { 'provider-config-key': [] } }, 400, 'invalid_headers'],
        [{ headers: { retries: 'many' } }, 400, 'invalid_headers'],
        [{ headers: { retries: '11' } }, 400, 'invalid_headers'],
        [{ headers: { 'retry-on': '5xx' } }, 400, 'invalid_headers'],
        [{ headers: { 'base-url-override': 'no address' } }, 400, 'invalid_headers'],
        [{ headers: { 'base-url-override': 'file:///etc/passwd' } }, 400, 'invalid_headers'],
        [{ headers: { decompress: 'perhaps' } }, 400, 'invalid_headers']
    ] as const)('%j: %s %s', async (options, status, code) => {
        expect(await send(world, '/x', options as object)).toMatchObject({ status, code });
        expect(world.thirdParty.arrived).toEqual([]);
    });

    test('an unknown connection is told in the words that clients know', async () => {
        const unknown = await send(world, '/x', { connection: 'unknown' });
        expect([unknown.status, unknown.code]).toEqual([400, 'unknown_connection']);
        expect(unknown.text).toContain('Failed to get connection');
    });

    test('a key needs the scope for it, and an integration that is switched off answers nothing', async () => {
        const token = await keyWith(world.app, ['environment:connections:read']);
        const response = await world.app.raw('/proxy/x', { token, headers: { 'provider-config-key': 'acme', 'connection-id': 'one' } });
        expect(response.status).toBe(403);
        await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: false } });
        expect(await send(world, '/x')).toMatchObject({ status: 400, code: 'integration_disabled' });
        await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: true } });
        expect(world.thirdParty.arrived).toEqual([]);
    });

    test('a connection of another environment is an unknown one', async () => {
        const response = await world.app.raw('/proxy/x', {
            token: world.app.keys.prod,
            headers: { 'provider-config-key': 'acme', 'connection-id': 'one' }
        });
        expect(response.status).toBe(404);
    });
});

describe('a provider that gives no response', () => {
    test.each([
        ['hangs up', (socket: Socket) => socket.destroy(), 502, 'provider_unreachable'],
        ['answers nonsense', (socket: Socket) => socket.end('canary nonsense\r\n\r\n'), 502, 'provider_answer_unusable'],
        [
            'answers a status that is none',
            (socket: Socket) => socket.end('HTTP/1.1 099 X\r\ncontent-length: 0\r\n\r\n'),
            502,
            'provider_answer_unusable'
        ],
        [
            'wants another protocol',
            (socket: Socket) => socket.end('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
            502,
            'provider_unreachable'
        ],
        [
            'sends headers without end',
            (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'canary'.repeat(4000)}\r\n\r\n`),
            502,
            'provider_answer_unusable'
        ]
    ])('%s', async (_what, behave, status, code) => {
        world.thirdParty.handle = (request) => behave(request.socket);
        const response = await send(world, '/canary-path?q=canary-query', { headers: { 'patchbay-proxy-x': 'canary-header' } });
        expect(response).toMatchObject({ status, code });
        expect(response.text).not.toContain('canary');
    });

    test('nothing is listening', async () => {
        await using gone = await startProxyWorld();
        await gone.thirdParty[Symbol.asyncDispose]();
        expect(await send(gone, '/x')).toMatchObject({ status: 502, code: 'provider_unreachable' });
    });
});

test('neither credentials nor what was sent is in the log or in our own errors', async () => {
    world.thirdParty.handle = (request) => request.socket.destroy();
    await send(world, '/canary-path?q=canary-query', {
        method: 'POST',
        body: 'canary-body',
        headers: { 'patchbay-proxy-x': 'canary-header' }
    });
    world.thirdParty.handle = (_request, response) =>
        void response.writeHead(200, { 'content-length': 9, x: 'canary-answer' }).write('abc', () => response.destroy());
    await send(world, '/canary-path');
    const log = world.app.logLines.join('\n');
    expect(log).toContain('response_interrupted');
    for (const spelling of ['canary', apiKey, world.app.keys.dev].flatMap(spellingsOf)) expect(log).not.toContain(spelling);
    expect(world.app.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('R-16: callers that leave while their key is looked up take no place', async () => {
    await using small = await startProxyWorld(undefined, { proxyLimits: { total: 2, perGroup: 2, perMember: 2 } });
    for (let left = 0; left < 10; left++) {
        // Beyond what is remembered of a key.
        small.app.clock.advance(60_000);
        await exchange(small, ['POST /proxy/x HTTP/1.1', 'Host: x', 'Content-Length: 100'], { leaves: true });
    }
    await small.app.raw('/health');
    expect((await send(small, '/x')).status).toBe(200);
});

test('R-19: a provider that hangs takes its own part of an environment’s room, and leaves the rest to the others', async () => {
    await using small = await startProxyWorld(undefined, { proxyLimits: { total: 9, perGroup: 3, perMember: 2 } });
    const waiting: (() => void)[] = [];
    small.thirdParty.handle = (_request, response) => void waiting.push(() => response.end('late'));
    const slow = [send(small, '/a'), send(small, '/b')];
    await expect.poll(() => waiting.length).toBe(2);
    expect(await send(small, '/c')).toMatchObject({ status: 503, code: 'overloaded' });
    // Let in, and told that there is no such integration.
    expect((await send(small, '/c', { headers: { 'provider-config-key': 'other' } })).status).toBe(404);
    for (const respond of waiting) respond();
    expect((await Promise.all(slow)).map(({ text }) => text)).toEqual(['late', 'late']);
    small.thirdParty.handle = (_request, response) => void response.end('again');
    expect((await send(small, '/d')).text).toBe('again');
});

test('R-16: beyond what the server takes at once it refuses at once, and an environment leaves room for others', async () => {
    await using small = await startProxyWorld(undefined, { proxyLimits: { total: 3, perGroup: 2, perMember: 2 } });
    const waiting: (() => void)[] = [];
    small.thirdParty.handle = (_request, response) => void waiting.push(() => response.end('late'));
    const slow = [send(small, '/a'), send(small, '/b')];
    await expect.poll(() => waiting.length).toBe(2);
    expect(await send(small, '/c')).toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '1' } });
    const other = await small.app.raw('/proxy/x', {
        token: small.app.keys.prod,
        headers: { 'provider-config-key': 'acme', 'connection-id': 'one' }
    });
    expect(other.status).toBe(404);
    for (const respond of waiting) respond();
    expect((await Promise.all(slow)).map(({ text }) => text)).toEqual(['late', 'late']);
    small.thirdParty.handle = (_request, response) => void response.end('again');
    expect((await send(small, '/d')).text).toBe('again');
});

test('R-16: calls that follow all pages have places of their own, and one that has none is refused at once', async () => {
    const listing = acme({ paginate: { type: 'link', response_path: '*', link_rel_in_response_header: 'next' } });
    const limits = { total: 2, perGroup: 2, perMember: 2 };
    await using small = await startProxyWorld({ acme: listing }, { pagingLimits: limits });
    const waiting: (() => void)[] = [];
    small.thirdParty.handle = (_request, response) => void waiting.push(() => response.end('[1]'));
    const paging = { headers: { 'patchbay-paginate': 'true' } };
    const slow = [send(small, '/a', paging), send(small, '/b', paging)];
    await expect.poll(() => waiting.length).toBe(2);
    expect(await send(small, '/c', paging)).toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '1' } });
    const plain = send(small, '/d');
    await expect.poll(() => waiting.length).toBe(3);
    for (const respond of waiting) respond();
    expect((await Promise.all([...slow, plain])).map(({ text }) => text)).toEqual(['[1]', '[1]', '[1]']);
    small.thirdParty.handle = (_request, response) => void response.end('[2]');
    expect((await send(small, '/e', paging)).text).toBe('[2]');
});
