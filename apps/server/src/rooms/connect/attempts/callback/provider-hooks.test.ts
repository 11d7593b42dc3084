import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIntegration } from '@patchbay/contracts';
import { type Provider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';

/** A vendor that takes every code, and says what the test wants about who signed in. */
const vendor = {
    company: '4620816365000000001',
    asked: [] as string[],
    tokenRequests: [] as { authorization: string | undefined; body: string }[]
};
const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        if (request.url === '/token') {
            vendor.tokenRequests.push({ authorization: request.headers.authorization, body });
            return response.end('{"access_token":"at","refresh_token":"rt","expires_in":3600,"x_refresh_token_expires_in":8726400}');
        }
        vendor.asked.push(request.url ?? '');
        const company = /^\/v3\/company\/([^/]+)\//.exec(request.url ?? '')?.[1];
        response.statusCode = company === vendor.company ? 200 : 403;
        return response.end(
            company === vendor.company ? '{"CompanyInfo":{"CompanyName":"Craig’s Landscaping"}}' : '{"fault":{"error":[{"code":"3100"}]}}'
        );
    });
});

let app: TestApp;
beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const base = `http://localhost:${(server.address() as AddressInfo).port}`;
    app = await startTestApp({
        providers: new Map([['quickbooks', providerAt('quickbooks', base)]]),
        config: { sandboxUrl: base, allowPrivateHosts: [new URL(base).host] }
    });
    await app.call(createIntegration, {
        body: {
            provider: 'quickbooks',
            unique_key: 'quickbooks',
            credentials: { type: 'OAUTH2', client_id: 'client', client_secret: 'secret' }
        }
    });
});
beforeEach(() => Object.assign(vendor, { company: '4620816365000000001', asked: [], tokenRequests: [] }));
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await new Promise((resolve) => server.close(resolve));
});

/** The definition that we ship, with its hooks, at a vendor on this machine. */
function providerAt(id: string, base: string): Provider {
    const definition = providers.get(id);
    if (definition?.auth_mode !== 'OAUTH2' || !definition.proxy) throw new Error(`${id} is not what this test is about`);
    expect(base).toMatch(/^http:/);
    return {
        ...definition,
        authorization_url: '${sandboxUrl}/authorize',
        token_url: '${sandboxUrl}/token',
        proxy: { ...definition.proxy, base_url: '${sandboxUrl}' }
    };
}

/** @param realmId in the callback, as Intuit adds it */
async function signInWith(realmId: string[] | undefined, defaults?: Record<string, unknown>) {
    const endUser = await app.session(defaults ? { integrations_config_defaults: { quickbooks: { connection_config: defaults } } } : {});
    const attempt = await startSignIn(endUser, 'quickbooks');
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const callback = new URL(`${app.url}/oauth/callback?code=code-1`);
    callback.searchParams.set('state', new URL(authorizationUrl).searchParams.get('state') ?? '');
    for (const value of realmId ?? []) callback.searchParams.append('realmId', value);
    await browser.get(callback);
    return read(endUser, attempt.attempt_id);
}

test('the company named in the callback is asked for by its id and becomes the connection’s', async () => {
    const attempt = await signInWith([vendor.company]);
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Craig’s Landscaping' });
    expect((await app.connection(attempt.connection_id ?? '', 'quickbooks')).connection_config).toEqual({ realmId: vendor.company });
    expect(vendor.asked).toEqual([`/v3/company/${vendor.company}/companyinfo/${vendor.company}`]);
    expect(vendor.tokenRequests[0]?.authorization).toMatch(/^Basic /);
    expect(vendor.tokenRequests[0]?.body).not.toContain('secret');
});

test('T-100: a company that was changed in the callback is not the code’s, and nothing is stored', async () => {
    const before = (await app.connections()).length;
    expect(await signInWith(['9999999999'])).toMatchObject({ status: 'failed', connection_id: null });
    expect((await app.connections()).length).toBe(before);
});

test('T-100: two companies in one callback are refused before the code is spent', async () => {
    expect(await signInWith([vendor.company, '9999999999'])).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect(vendor.tokenRequests).toEqual([]);
});

test('T-100: a company that the session’s backend names precedes the callback’s, and is still checked', async () => {
    const attempt = await signInWith(['9999999999'], { realmId: vendor.company });
    expect(attempt).toMatchObject({ status: 'succeeded' });
    expect((await app.connection(attempt.connection_id ?? '', 'quickbooks')).connection_config).toEqual({ realmId: vendor.company });
    expect(await signInWith([vendor.company], { realmId: '9999999999' })).toMatchObject({ status: 'failed' });
});

test('an empty default of the session does not take the callback’s company away', async () => {
    const attempt = await signInWith([vendor.company], { realmId: '' });
    expect((await app.connection(attempt.connection_id ?? '', 'quickbooks')).connection_config).toEqual({ realmId: vendor.company });
});

test('a sign-in without a company connects, and a later reconnect is not compared with an account', async () => {
    const attempt = await signInWith(undefined);
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: null });
    expect(vendor.asked).toEqual([]);
});
