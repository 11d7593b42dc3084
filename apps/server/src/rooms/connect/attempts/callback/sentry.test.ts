import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIntegration, getConnection } from '@patchbay/contracts';
import { type Provider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';

const installation = '7a485448-a9e2-4c85-8a3c-4f44175783c9';
/** As Sentry's page has it. */
const issued = { id: '38', token: 'at-1', refreshToken: 'rt-1', expiresAt: '2099-08-08T04:25:09.870Z', state: null, application: null };
const tokenRequests: { path: string; body: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        if (request.method === 'POST') {
            tokenRequests.push({ path: request.url ?? '', body: Object(JSON.parse(body)) });
            return response.writeHead(201).end(JSON.stringify(issued));
        }
        response.end(JSON.stringify([{ id: '1', slug: 'acme', name: 'Acme' }]));
    });
});

let app: TestApp;
beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const base = `http://localhost:${(server.address() as AddressInfo).port}`;
    const definition = providers.get('sentry-oauth');
    if (definition?.auth_mode !== 'OAUTH2' || !definition.proxy) throw new Error('Sentry is not there');
    const at = (address: string) => address.replace('https://sentry.io', '${sandboxUrl}');
    const { authorization_url: page, token_url: token, proxy } = definition;
    const local: Provider = {
        ...definition,
        authorization_url: at(page),
        token_url: at(token),
        proxy: { ...proxy, base_url: at(proxy.base_url) }
    };
    app = await startTestApp({
        providers: new Map([['sentry-oauth', local]]),
        config: { sandboxUrl: base, allowPrivateHosts: [new URL(base).host] }
    });
    await app.call(createIntegration, {
        body: {
            provider: 'sentry-oauth',
            unique_key: 'sentry-oauth',
            credentials: { type: 'OAUTH2', client_id: 'client', client_secret: 'secret' },
            integration_config: { appSlug: 'acme-alerts' }
        }
    });
});
beforeEach(() => void tokenRequests.splice(0));
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await new Promise((resolve) => server.close(resolve));
});

async function install(installationId: string | undefined, { state = true } = {}) {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sentry-oauth');
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const page = new URL(authorizationUrl);
    const callback = new URL(`${app.url}/oauth/callback?code=code-1&orgSlug=acme`);
    if (installationId !== undefined) callback.searchParams.set('installationId', installationId);
    if (state) callback.searchParams.set('state', page.searchParams.get('state') ?? '');
    return { page, shown: await browser.get(callback), attempt: await read(endUser, attempt.attempt_id) };
}

function connectionOf({ connection_id: id }: { connection_id: string | null }, query: { force_refresh?: 'true' }) {
    return app.call(getConnection, {
        params: { connection_id: id ?? '' },
        query: { provider_config_key: 'sentry-oauth', refresh_token: 'true', ...query }
    });
}

test('an installation of a Sentry integration begins at its page, and its code is traded at its own address', async () => {
    const { page, attempt } = await install(installation);
    expect(page.pathname).toBe('/sentry-apps/acme-alerts/external-install/');
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Acme' });
    expect(tokenRequests).toMatchObject([
        {
            path: `/api/0/sentry-app-installations/${installation}/authorizations/`,
            body: { grant_type: 'authorization_code', code: 'code-1', client_id: 'client', client_secret: 'secret' }
        }
    ]);
    expect(await connectionOf(attempt, {})).toMatchObject({
        credentials: { access_token: 'at-1', refresh_token: 'rt-1', expires_at: '2099-08-08T04:25:09.870Z' },
        connection_config: { installationId: installation }
    });
});

test('its token is renewed at the same address', async () => {
    const { attempt } = await install(installation);
    await connectionOf(attempt, { force_refresh: 'true' });
    expect(tokenRequests[1]).toMatchObject({
        path: `/api/0/sentry-app-installations/${installation}/authorizations/`,
        body: { grant_type: 'refresh_token', refresh_token: 'rt-1' }
    });
});

test.each([
    ['a path', '../../organizations'],
    ['something that is no UUID', '38'],
    ['an address', 'https://evil.example/']
])('a callback with %s in place of the installation is refused in words, and no code is sent anywhere', async (_what, value) => {
    const { attempt } = await install(value);
    expect(attempt).toMatchObject({
        status: 'failed',
        code: 'provider_error',
        provider_text: expect.stringContaining('The value of installationId in the callback')
    });
    expect(tokenRequests).toEqual([]);
});

test('a callback without an installation ends the attempt', async () => {
    expect((await install(undefined)).attempt).toMatchObject({ status: 'failed' });
    expect(tokenRequests).toEqual([]);
});

test('an installation that began in Sentry has no state, so it connects nothing', async () => {
    const { shown, attempt } = await install(installation, { state: false });
    expect(shown.status).toBe(400);
    expect(attempt.status).not.toBe('succeeded');
    expect(tokenRequests).toEqual([]);
});
