import { endpoints, getChanges, getHealth, getOpenApi } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendSample } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('T-93: these endpoints respond without credentials, and nothing else does', async () => {
    const open: string[] = [];
    for (const endpoint of endpoints.filter(({ path }) => !/^\/connection(\/|$)/.test(path))) {
        const response = await sendSample(app, endpoint, { token: null });
        if (response.status !== 401) open.push(`${endpoint.method} ${endpoint.path}`);
    }
    expect(open).toEqual([
        'GET /livez',
        'GET /health',
        'GET /openapi.json',
        'GET /changes',
        'GET /docs/errors',
        'GET /providers/:provider/icon',
        'GET /logos/:logo_id',
        'POST /connect/links/exchange',
        'POST /connect/windows/claim',
        'GET /connect/launch/:code',
        'POST /connect/launch/:code',
        'GET /connect/approval/:code',
        'POST /connect/approval/:code',
        'GET /oauth/callback',
        'POST /oauth/callback',
        'GET /oauth/callback/:issuer',
        'GET /oauth/client-metadata/:document',
        'POST /webhook/:environment_id/:integration_id',
        'GET /docs/alerts'
    ]);
});

test.each([
    '/metrics',
    '/debug',
    '/env',
    '/.env',
    '/config',
    '/status',
    '/admin',
    '/setup',
    '/server',
    '/package.json',
    '/.git/config',
    '/__inspect',
    '/json/list'
])('T-93: there is nothing at %s', async (path) => {
    expect(outcomeOf(await app.raw(path, { token: null }))).toBe('404 not_found');
    expect((await app.raw(path, { token: null, at: 'connect' })).status).toBe(404);
});

test('T-93: health says that it is well, and no more', async () => {
    const { json, headers } = await app.raw('/health', { token: null });
    expect(json).toEqual({ result: 'ok' });
    expect(headers.get('server')).toBe(null);
    expect(headers.get('x-powered-by')).toBe(null);
    expect(await app.callAs('')(getHealth, {})).toEqual({ result: 'ok' });
});

test('the changes are dated, in order, and say what to do', async () => {
    const { data } = await app.call(getChanges, {});
    expect(data.map(({ date }) => date)).toEqual(['2025-09-08', '2025-10-01', '2025-12-01', '2026-01-20']);
    expect(data.at(-1)).toMatchObject({ title: expect.stringContaining('/connection'), action: expect.stringContaining('/connections') });
    for (const { title, action } of data) expect([title, action].every((text) => /^[A-Z].+\.$/.test(text))).toBe(true);
});

test('the OpenAPI document names this server and every path of the API', async () => {
    const document = await app.call(getOpenApi, {});
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: app.url }] });
    expect(Object.keys(Object(document.paths))).toContain('/connections/{connection_id}');
});

test('every response forbids sniffing, framing and storing, and names its request', async () => {
    for (const path of ['/health', '/connections', '/nothing', '/integrations/%E0%A4%A']) {
        const { headers } = await app.raw(path);
        expect(Object.fromEntries(headers)).toMatchObject({
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
            'cross-origin-opener-policy': 'same-origin',
            'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/)
        });
    }
});

test('T-30: browsers may call what takes a session token, from anywhere and without cookies; nothing that only keys open', async () => {
    const origin = 'https://evil.example';
    // A beacon always brings cookies along, so only the Connect UI’s own pages may use it.
    const beacons = endpoints.filter(({ beacon }) => beacon);
    for (const endpoint of beacons) {
        const { headers } = await sendSample(app, endpoint, { token: null });
        expect([endpoint.id, headers.get('access-control-allow-origin')]).toEqual(['recordTelemetry', app.connectUrl]);
    }
    for (const endpoint of endpoints.filter(({ page, beacon, path }) => !page && !beacon && !/^\/connection(\/|$)/.test(path))) {
        const { headers } = await sendSample(app, endpoint, { token: null });
        const isForBrowsers =
            endpoint.auth.includes('connect_session') || (endpoint.auth.length === 0 && endpoint.onConnectOrigin === true);
        expect([endpoint.id, headers.get('access-control-allow-origin')]).toEqual([endpoint.id, isForBrowsers ? '*' : null]);
        expect(headers.get('access-control-allow-credentials')).toBe(null);
        const preflight = await app.raw(endpoint.path.replaceAll(/:\w+/g, 'x'), {
            method: 'OPTIONS',
            token: null,
            headers: { origin, 'access-control-request-method': endpoint.method }
        });
        const isShared = endpoints.some((other) => other.path === endpoint.path && other.auth.includes('connect_session'));
        expect([endpoint.id, preflight.headers.get('access-control-allow-origin')]).toEqual([
            endpoint.id,
            isForBrowsers || isShared ? '*' : null
        ]);
    }
});

test('an error leads to its entry in the reference that this server serves, on the API and through the proxy', async () => {
    const page = await (await fetch(`${app.url}/docs/errors`)).text();
    for (const [path, code] of [
        ['/nothing', 'not_found'],
        ['/connections?limit=0', 'invalid_query_params'],
        ['/proxy/x', 'invalid_headers']
    ]) {
        const response = await fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${app.keys.dev}` } });
        const address = /<([^>]+)>; rel="help"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
        expect(address).toBe(`${app.url}/docs/errors#${code}`);
        expect(page).toContain(`id="${code}"`);
    }
});
