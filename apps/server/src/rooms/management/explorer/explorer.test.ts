import { listLogs } from '@patchbay/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiKey, type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld();
    owner = await setUp(world.app);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
    world.thirdParty.arrived.length = 0;
});

const send = (browser: DashboardBrowser, request: Record<string, unknown>) =>
    browser.send('POST', '/explorer/requests', {
        environment: 'dev',
        integration_id: 'acme',
        connection_id: 'one',
        method: 'GET',
        path: '/contacts?limit=2',
        ...request
    });

test('a member sends a request with the credentials of a connection, sees its response, and finds it in the log', async () => {
    world.thirdParty.handle = (_request, response) => response.setHeader('content-type', 'application/json').end('{"contacts":[]}');
    const { json } = await send(owner, {});
    expect(json).toEqual({
        data: {
            status: 200,
            content_type: 'application/json',
            text: '{"contacts":[]}',
            truncated: false,
            duration_ms: expect.any(Number),
            operation_id: expect.any(String)
        }
    });
    expect(world.thirdParty.arrived).toEqual([
        expect.objectContaining({
            method: 'GET',
            path: '/base/contacts?limit=2',
            headers: expect.objectContaining({ authorization: `Bearer ${apiKey}` })
        })
    ]);
    const { data } = json as { data: { operation_id: string } };
    const logged = async () => (await world.app.call(listLogs, { query: { operation_id: data.operation_id } })).data;
    await expect.poll(async () => (await logged()).map(({ url }) => url)).toEqual([expect.stringMatching(/\/base\/contacts\?limit=2$/)]);
});

test('a body is sent as JSON; of a long response the beginning is shown, and of an error its status', async () => {
    let received = '';
    world.thirdParty.handle = (request, response) => {
        request.on('data', (chunk: Buffer) => (received += chunk.toString()));
        request.on('end', () => response.writeHead(422).end('x'.repeat(2 ** 20)));
    };
    const { json } = await send(owner, { method: 'POST', path: '/contacts', body: { name: 'Ada' } });
    expect(received).toBe('{"name":"Ada"}');
    expect(json).toMatchObject({ data: { status: 422, truncated: true, text: 'x'.repeat(256 * 1024) } });
});

test.each([
    [{ connection_id: 'unknown' }, '400 unknown_connection'],
    [{ integration_id: 'unknown' }, '404 unknown_provider_config'],
    [{ environment: 'prod' }, '404 unknown_provider_config'],
    [{ environment: 'nowhere' }, '404 unknown_environment'],
    [{ path: 'contacts' }, '400 invalid_body'],
    [{ path: '//elsewhere.example/x' }, '200'],
    [{ base_url: 'https://elsewhere.example' }, '400 base_url_override_not_allowed'],
    [{ path: '/a/../../secret' }, '400 invalid_path'],
    [{ method: 'GET', body: {} }, '400 invalid_body'],
    [{ method: 'TRACE' }, '400 invalid_body']
])('%j is %s, and nothing goes elsewhere', async (request, expected) => {
    world.thirdParty.handle = (_request, response) => response.end();
    const response = await send(owner, request);
    expect(outcome(response)).toBe(expected);
    for (const { path } of world.thirdParty.arrived) expect(path).toMatch(/^\/base\//);
});

test('support and readers send nothing, and no other origin does', async () => {
    for (const role of ['support', 'read_only'] as const)
        expect(outcome(await send(await join(world.app, owner, role), {}))).toBe('403 forbidden');
    const foreign = await owner.send('POST', '/explorer/requests', { environment: 'dev' }, { origin: 'https://evil.example' });
    expect(outcome(foreign)).toBe('403 forbidden');
    expect(world.thirdParty.arrived).toEqual([]);
});

test('a response that breaks off, and a provider that is away, are told in words', async () => {
    world.thirdParty.handle = (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half');
        setImmediate(() => response.destroy());
    };
    expect(outcome(await send(owner, {}))).toMatch(/^50\d provider_/);
});
