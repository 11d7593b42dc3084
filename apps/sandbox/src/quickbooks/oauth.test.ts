import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FormBrowser } from '../form-browser.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { APPS } from './oauth-clients.ts';
import { quickBooksClient, REALM } from './quickbooks.fixtures.ts';

const CALLBACK = 'http://localhost:3003/oauth/callback';
const ACCOUNTING = 'com.intuit.quickbooks.accounting';
const [app] = APPS;
const OTHER_REALM = '9341453474484466';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let sandbox: Sandbox;
let books: ReturnType<typeof quickBooksClient>;

beforeAll(async () => {
    sandbox = await startSandbox();
    books = quickBooksClient(sandbox);
});
beforeEach(() => books.control('reset', {}));
afterAll(() => sandbox.stop());

function authorizationUrl(parameters: Record<string, string> = {}): string {
    const query = {
        client_id: app?.id ?? '',
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: ACCOUNTING,
        state: 's-1',
        ...parameters
    };
    return `${books.url}/connect/oauth2?${new URLSearchParams(query)}`;
}

async function authorize(parameters: Record<string, string> = {}) {
    const response = await fetch(authorizationUrl({ _auto: 'approve', ...parameters }), { redirect: 'manual' });
    return Object.fromEntries(new URL(response.headers.get('location') ?? 'http://none').searchParams);
}

async function token(form: Record<string, string>, headers: Record<string, string> = {}) {
    const basic = Buffer.from(`${app?.id}:${app?.secret}`).toString('base64');
    const response = await fetch(`${books.url}/oauth2/v1/tokens/bearer`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, ...headers },
        body: new URLSearchParams(form)
    });
    return { status: response.status, body: Object(await response.json()) };
}

const exchange = (code = '', headers = {}) => token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }, headers);
const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
const advance = (advance_ms: number) => books.control('clock', { advance_ms });
const refused = { status: 400, body: { error: 'invalid_grant' } };

test('the demo product’s users see the made-up service on the consent page', async () => {
    const demo = APPS.find(({ name }) => name === 'Juniper');
    const page = await (await fetch(authorizationUrl({ client_id: demo?.id ?? '' }))).text();
    expect(page).toContain('Juniper wants to connect to Tallystone');
    expect(page).toContain('Read and change your books');
    expect(page).not.toContain('QuickBooks');
});

test('a person chooses a company on the consent page, or says no', async () => {
    const browser = new FormBrowser();
    const page = await browser.open(authorizationUrl());
    if ('callback' in page) throw new Error('There was no page.');
    expect(page.html).toContain('Acme Landscaping');
    expect(page.html).not.toContain('Sandbox Company_US_1');
    const arrival = await browser.open(page.url, { decision: 'approve', realm: OTHER_REALM });
    const { code, ...others } = 'callback' in arrival ? Object.fromEntries(arrival.callback.searchParams) : {};
    expect(others).toEqual({ state: 's-1', realmId: OTHER_REALM });
    expect((await exchange(code)).status).toBe(200);
    const denied = await browser.open(page.url, { decision: 'deny' });
    expect('callback' in denied && Object.fromEntries(denied.callback.searchParams)).toEqual({ error: 'access_denied', state: 's-1' });
});

test.each([
    [{ scope: 'nonsense' }, { error: 'invalid_scope', state: 's-1' }],
    [{ response_type: 'token' }, { error: 'unsupported_response_type', state: 's-1' }],
    [{ _auto: 'deny' }, { error: 'access_denied', state: 's-1' }],
    [{ scope: 'openid' }, { code: expect.any(String), state: 's-1' }],
    [{ client_id: 'unknown' }, {}],
    [{ redirect_uri: 'https://example.com/callback' }, {}]
])('a sign-in with %j comes back with %j', async (parameters, expected) => {
    expect(await authorize(parameters)).toEqual(expected);
});

test('a callback may lack the company, or name another one', async () => {
    await books.control('settings', { callback_realm: 'missing' });
    expect(await authorize()).not.toHaveProperty('realmId');
    await books.control('settings', { callback_realm: 'other' });
    expect(await authorize({ realm: REALM })).toMatchObject({ realmId: OTHER_REALM, state: 's-1' });
});

test('a callback may have another state, come twice, over more redirects, or not at all', async () => {
    const open = () => new FormBrowser().open(authorizationUrl({ _auto: 'approve' }));
    await books.control('callback', { mode: 'wrong_state' });
    expect((await authorize())['state']).toMatch(/^wrong-/);
    await books.control('callback', { mode: 'duplicate' });
    expect(await open()).toMatchObject({ status: 200, html: expect.stringContaining('Going back twice') });
    await books.control('callback', { mode: 'drop' });
    expect(await open()).toMatchObject({ status: 200, html: expect.stringContaining('The response is lost') });
    await books.control('callback', { mode: 'redirect_chain', hops: 3 });
    expect(await open()).toMatchObject({ callback: { origin: 'http://localhost:3003' } });
    await expect(books.control('callback', { mode: 'tea' })).rejects.toThrow('"mode" must be one of');
    await books.control('reset', {});
    expect(await authorize()).toMatchObject({ state: 's-1' });
});

test('a callback may come after the app has given up, on the emulator’s clock', async () => {
    await books.control('clock', { speed: 0 });
    await books.control('callback', { mode: 'delay', ms: 1_800_000 });
    const late = authorize();
    await expect.poll(async () => (await books.control('grants')).grants.length).toBe(1);
    await advance(1_799_999);
    expect(await Promise.race([late, books.control('clock')])).toMatchObject({ speed: 0 });
    await advance(1);
    expect(await exchange((await late)['code'])).toEqual(refused);
});

test('a code gives tokens once; its second use revokes them', async () => {
    await books.control('clock', { speed: 0 });
    const { code } = await authorize({ realm: REALM });
    const { status, body } = await exchange(code, { 'x-include-refresh-token-hard-expires-in': 'true' });
    expect([status, body]).toEqual([
        200,
        {
            token_type: 'bearer',
            access_token: expect.stringMatching(/^.{1000}$/),
            expires_in: 3600,
            refresh_token: expect.any(String),
            x_refresh_token_expires_in: 8_726_400,
            x_refresh_token_hard_expires_in: 5 * 365 * 86_400
        }
    ]);
    expect(await books.codes('customer/1', { token: body.access_token })).toBe('200');
    expect(await exchange(code)).toEqual(refused);
    expect(await books.codes('customer/1', { token: body.access_token })).toBe('401 3200');
    expect(await refresh(body.refresh_token)).toEqual(refused);
});

test('a code ends after ten minutes, and is for one client and one redirect URI', async () => {
    const late = await authorize();
    await advance(600_000);
    expect(await exchange(late['code'])).toEqual(refused);
    const { code = '' } = await authorize();
    expect(await token({ grant_type: 'authorization_code', code, redirect_uri: `${CALLBACK}2` })).toEqual(refused);
});

test('an app may name itself in the form, and its access token may be as long as a column can hold', async () => {
    await books.control('settings', { access_token_chars: 4096 });
    const { code = '' } = await authorize({ realm: REALM });
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const asForm = (client_secret: string) =>
        fetch(`${books.url}/oauth2/v1/tokens/bearer`, {
            method: 'POST',
            body: new URLSearchParams({ ...form, client_id: app?.id ?? '', client_secret })
        });
    expect((await asForm('wrong')).status).toBe(401);
    const response = await asForm(app?.secret ?? '');
    const { access_token: long } = Object(await response.json());
    expect([response.status, String(long).length, response.headers.get('intuit_tid')]).toEqual([200, 4096, expect.any(String)]);
    expect(await books.codes('customer/1', { token: long })).toBe('200');
});

test('the token endpoint takes forms of known clients only', async () => {
    expect(await token({ grant_type: 'refresh_token' }, { authorization: 'Basic eDp5' })).toEqual({
        status: 401,
        body: { error: 'invalid_client' }
    });
    const json = await fetch(`${books.url}/oauth2/v1/tokens/bearer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}'
    });
    expect([json.status, await json.json()]).toEqual([400, { error: 'invalid_request' }]);
});

test('a refresh token stays for 24 hours, then a new one takes its place at once', async () => {
    await books.control('clock', { speed: 0 });
    const { refresh_token: first } = await books.signIn();
    await advance(DAY_MS - 1000);
    expect((await refresh(first)).body.refresh_token).toBe(first);
    await advance(2000);
    const { body } = await refresh(first);
    expect(body.refresh_token).not.toBe(first);
    expect(await refresh(first)).toEqual(refused);
    expect((await refresh(body.refresh_token)).status).toBe(200);
});

test('each refresh can bring a new token, with an overlap', async () => {
    await books.control('settings', { rotate_every_time: true, refresh_overlap_s: 60, describe_errors: true });
    const { refresh_token: first } = await books.signIn();
    const { body } = await refresh(first);
    expect(body.refresh_token).not.toBe(first);
    expect((await refresh(first)).status).toBe(200);
    await advance(60_000);
    expect((await refresh(first)).body).toEqual({ error: 'invalid_grant', error_description: expect.any(String) });
});

test('of two refreshes at once in strict mode, one wins', async () => {
    await books.control('settings', { rotate_every_time: true });
    const { refresh_token: first } = await books.signIn();
    const both = await Promise.all([refresh(first), refresh(first)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
});

test('a grant ends after 101 days without use, and after five years with it', async () => {
    const idle = await books.signIn();
    await advance(101 * DAY_MS);
    expect(await refresh(idle['refresh_token'])).toEqual(refused);
    let { refresh_token: used } = await books.signIn();
    for (let day = 0; day < 5 * 365 - 73; day += 73) {
        await advance(73 * DAY_MS);
        used = (await refresh(used)).body.refresh_token;
    }
    await advance(73 * DAY_MS);
    expect(await refresh(used)).toEqual(refused);
});

test('an access token ends after an hour; a revocation ends the whole grant', async () => {
    const issued = await books.signIn();
    await advance(HOUR_MS);
    expect(await books.codes('customer/1')).toBe('401 3200');
    const { body } = await refresh(issued['refresh_token']);
    const basic = Buffer.from(`${app?.id}:${app?.secret}`).toString('base64');
    const revoke = (value: string) =>
        fetch(`${books.url}/v2/oauth2/tokens/revoke`, {
            method: 'POST',
            headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
            body: JSON.stringify({ token: value })
        });
    const response = await revoke(body.access_token);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await refresh(issued['refresh_token'])).toEqual(refused);
    expect((await revoke('unknown')).status).toBe(400);
});

test('discovery leads to keys that sign the id token, and the user info names the person', async () => {
    const metadata = Object(await (await fetch(`${books.url}/.well-known/openid_configuration`)).json());
    const { code } = await authorize({ scope: 'openid profile email', nonce: 'n-1' });
    const { body } = await exchange(code);
    const { payload } = await jwtVerify(body.id_token, createRemoteJWKSet(new URL(metadata.jwks_uri)), { issuer: metadata.issuer });
    expect(payload).toMatchObject({ sub: expect.any(String), aud: app?.id, nonce: 'n-1' });
    const user = await fetch(metadata.userinfo_endpoint, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(await user.json()).toMatchObject({ sub: payload.sub, email: 'owner@example.com' });
});
