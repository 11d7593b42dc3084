import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FormBrowser } from '../form-browser.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { APPS } from './tokens.ts';
import { OTHER_TENANT, TENANT, xeroClient } from './xero.fixtures.ts';

const CALLBACK = 'http://localhost:3003/oauth/callback';
const SCOPE = 'openid offline_access accounting.contacts accounting.settings.read';
const [app, otherApp] = APPS;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let sandbox: Sandbox;
let xero: ReturnType<typeof xeroClient>;
beforeAll(async () => {
    sandbox = await startSandbox();
    xero = xeroClient(sandbox);
});
beforeEach(() => xero.control('reset', {}));
afterAll(() => sandbox.stop());

function authorizationUrl(parameters: Record<string, string> = {}): string {
    const query = { client_id: app?.id ?? '', redirect_uri: CALLBACK, response_type: 'code', scope: SCOPE, state: 's-1', ...parameters };
    return `${xero.url}/identity/connect/authorize?${new URLSearchParams(query)}`;
}

async function authorize(parameters: Record<string, string> = {}) {
    const response = await fetch(authorizationUrl({ _auto: 'approve', ...parameters }), { redirect: 'manual' });
    return Object.fromEntries(new URL(response.headers.get('location') ?? 'http://none').searchParams);
}

async function token(form: Record<string, string>, client = app) {
    const authorization = `Basic ${Buffer.from(`${client?.id}:${client?.secret}`).toString('base64')}`;
    const response = await fetch(`${xero.url}/connect/token`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams(form)
    });
    return { status: response.status, body: Object(await response.json()) };
}

const exchange = (code = '', more = {}) => token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more });
const refresh = (refresh_token: string, client = app) => token({ grant_type: 'refresh_token', refresh_token }, client);
const advance = (advance_ms: number) => xero.control('clock', { advance_ms });
const refused = { status: 400, body: { error: 'invalid_grant' } };

async function connections(accessToken: string, path = '', method = 'GET') {
    const response = await fetch(`${xero.url}/connections${path}`, { method, headers: { authorization: `Bearer ${accessToken}` } });
    return { status: response.status, body: response.status === 200 ? Object(await response.json()) : undefined };
}

test('a person chooses an organisation on the consent page, or cancels', async () => {
    const browser = new FormBrowser();
    const page = await browser.open(authorizationUrl());
    if ('callback' in page) throw new Error('There was no page.');
    expect(page.html).toContain('Patchbay demo wants access to:');
    expect(page.html).toContain('Organisation settings (view only)');
    const arrival = await browser.open(page.url, { tenant: OTHER_TENANT, decision: 'approve' });
    const { code, state } = 'callback' in arrival ? Object.fromEntries(arrival.callback.searchParams) : {};
    expect(state).toBe('s-1');
    const { body } = await exchange(code);
    expect((await connections(body.access_token)).body).toMatchObject([{ tenantId: OTHER_TENANT, tenantName: 'Globex Trading (日本)' }]);
    expect(await authorize({ _auto: 'deny' })).toEqual({ error: 'access_denied', state: 's-1' });
    expect(await authorize({ scope: 'accounting.everything' })).toEqual({ error: 'invalid_scope', state: 's-1' });
});

test('a request of an unknown app, or to another address, stays at the sign-in', async () => {
    for (const wrong of [{ client_id: 'nobody' }, { redirect_uri: 'https://elsewhere.example/oauth/callback' }]) {
        const response = await fetch(authorizationUrl({ _auto: 'approve', ...wrong }), { redirect: 'manual' });
        expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
});

test('a code is good once, for five minutes, for its app, its address and its verifier', async () => {
    const { code } = await authorize();
    expect((await exchange(code)).body).toMatchObject({
        expires_in: 1800,
        token_type: 'Bearer',
        scope: SCOPE,
        refresh_token: expect.any(String)
    });
    expect(await exchange(code)).toEqual(refused);
    expect(await exchange((await authorize()).code, { redirect_uri: `${CALLBACK}/` })).toEqual(refused);
    const late = await authorize();
    await advance(5 * MINUTE_MS);
    expect(await exchange(late.code)).toEqual(refused);
    const verifier = 'v'.repeat(43);
    const challenge = { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' };
    expect(await exchange((await authorize(challenge)).code)).toEqual(refused);
    expect((await exchange((await authorize(challenge)).code, { code_verifier: verifier })).status).toBe(200);
    expect((await token({ grant_type: 'refresh_token' }, { id: 'x', secret: 'y', name: '' })).body).toEqual({ error: 'invalid_client' });
});

test('without offline_access there is no refresh token', async () => {
    const { body } = await exchange((await authorize({ scope: 'accounting.contacts' })).code);
    expect(body.refresh_token).toBeUndefined();
});

test('each refresh gives another token; the used one works for 30 minutes, an unused one for 60 days', async () => {
    const first = (await exchange((await authorize()).code)).body.refresh_token;
    const second = (await refresh(first)).body.refresh_token;
    expect(second).not.toBe(first);
    await advance(29 * MINUTE_MS);
    expect((await refresh(first)).status).toBe(200);
    await advance(MINUTE_MS);
    expect(await refresh(first)).toEqual(refused);
    expect(await refresh(second, otherApp)).toEqual(refused);
    await advance(59 * DAY_MS);
    const third = (await refresh(second)).body.refresh_token;
    await advance(60 * DAY_MS);
    expect(await refresh(third)).toEqual(refused);
});

test('an access token ends after 30 minutes, or when it is told to', async () => {
    const { body } = await exchange((await authorize()).code);
    const status = async () => (await xero.call('Organisation', { token: body.access_token })).status;
    expect(await status()).toBe(200);
    await advance(30 * MINUTE_MS);
    expect(await status()).toBe(401);
    const renewed = (await refresh(body.refresh_token)).body.access_token;
    await xero.control('expire', {});
    const { body: problem } = await xero.call('Organisation', { token: renewed });
    expect(problem).toMatchObject({ Title: 'Unauthorized', Status: 401, Detail: expect.stringMatching(/^TokenExpired: /) });
});

test('one organisation is taken out alone; a revocation takes out all', async () => {
    await authorize();
    const { body } = await exchange((await authorize({ tenant: OTHER_TENANT })).code);
    const call = async (tenant: string) => (await xero.call('Organisation', { token: body.access_token, tenant })).status;
    expect([await call(TENANT), await call(OTHER_TENANT)]).toEqual([200, 200]);
    const [first] = (await connections(body.access_token)).body;
    expect((await connections(body.access_token, `/${first.id}`, 'DELETE')).status).toBe(204);
    expect((await connections(body.access_token, `/${first.id}`, 'DELETE')).status).toBe(404);
    expect([await call(TENANT), await call(OTHER_TENANT)]).toEqual([403, 200]);

    const authorization = `Basic ${Buffer.from(`${app?.id}:${app?.secret}`).toString('base64')}`;
    const form = new URLSearchParams({ token: body.refresh_token });
    await fetch(`${xero.url}/connect/revocation`, { method: 'POST', headers: { authorization }, body: form });
    expect(await refresh(body.refresh_token)).toEqual(refused);
    expect(await call(OTHER_TENANT)).toBe(401);
});
