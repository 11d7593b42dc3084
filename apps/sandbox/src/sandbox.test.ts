import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION_SECRET, BEARER_API_KEYS, KEYED_API_KEYS, OAUTH_CC_CLIENT, OAUTH_CLIENT, PEOPLE } from './accounts.ts';
import { API_KEY } from './ashby/keys.ts';
import { FormBrowser } from './form-browser.ts';
import type { Arrival } from './form-browser.ts';
import { CALLBACK, callbackOf, discover, SCOPE } from './oauth-client.fixtures.ts';
import type { OAuthTester } from './oauth-client.fixtures.ts';
import { APPS as QUICKBOOKS_APPS } from './quickbooks/oauth-clients.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { APPS as XERO_APPS } from './xero/tokens.ts';

let sandbox: Sandbox;
let client: OAuthTester;

beforeAll(async () => {
    sandbox = await startSandbox();
    client = await discover(sandbox);
});
beforeEach(() => client.control('reset', {}));
afterAll(() => sandbox.stop());

describe('the authorization server', () => {
    test('gives an independent client tokens for code and PKCE, refreshes them once, and forgets them when revoked', async () => {
        const first = await client.signIn('grace');
        expect(first).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: SCOPE });
        expect(oauth.getValidatedIdTokenClaims(first)?.sub).toBe('grace');

        expect(await client.userInfo(first, 'grace')).toMatchObject({
            name: 'Grace Hopper',
            email: 'grace@sandbox.example'
        });

        const second = await client.refresh(first.refresh_token);
        expect(second.refresh_token).not.toBe(first.refresh_token);
        expect(await statusOf('/api/me', bearer(second.access_token))).toBe(200);

        await client.revoke(second.refresh_token);
        expect(await statusOf('/api/me', bearer(second.access_token))).toBe(401);
        await expect(client.refresh(second.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    test('ends the whole grant when a spent refresh token is used again', async () => {
        const first = await client.signIn('ada');
        const second = await client.refresh(first.refresh_token);
        await expect(client.refresh(first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
        expect(await statusOf('/api/me', bearer(second.access_token))).toBe(401);
    });

    test('ends the whole grant when a spent code is used again', async () => {
        const { parameters, verifier } = await client.authorize('ada');
        const tokens = await client.redeem(parameters, verifier);
        await expect(client.redeem(parameters, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
        expect(await statusOf('/api/me', bearer(tokens.access_token))).toBe(401);
    });

    test('refuses a wrong verifier', async () => {
        const { parameters } = await client.authorize('ada');
        await expect(client.redeem(parameters, oauth.generateRandomCodeVerifier())).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    test('refuses a wrong client secret with 401', async () => {
        const { parameters, verifier } = await client.authorize('ada');
        await expect(client.redeem(parameters, verifier, oauth.ClientSecretPost('wrong'))).rejects.toMatchObject({ status: 401 });
    });

    test('takes the secret from the body too, and works without PKCE', async () => {
        const { parameters } = await client.authorize('ada', { pkce: false });
        const tokens = await client.redeem(parameters, oauth.nopkce, oauth.ClientSecretPost(OAUTH_CLIENT.secret));
        expect(tokens.refresh_token).toEqual(expect.any(String));
    });

    test('assumes a scope when none is asked for', async () => {
        const { parameters } = await client.authorize('ada', { pkce: false, scope: '' });
        const tokens = await client.redeem(parameters, oauth.nopkce);
        expect(tokens).toMatchObject({ scope: 'profile contacts.read', refresh_token: expect.any(String) });
    });

    test('gives tokens for client credentials', async () => {
        const tokens = await client.machineTokens('contacts.read');
        expect(tokens).toMatchObject({ scope: 'contacts.read' });
        expect(await bodyOf('/api/me', bearer(tokens.access_token))).toMatchObject({ id: OAUTH_CC_CLIENT.id });
    });

    test('responds with access_denied, with state and iss, when the person presses Deny', async () => {
        const arrival = await new FormBrowser().consent(client.authorizationUrl({ state: 'state-1' }), { decision: 'deny' });
        expect(callbackOf(arrival)).toMatchObject({ error: 'access_denied', state: 'state-1', iss: client.server.issuer });
    });

    test('asks again on every run, although the browser has been there before', async () => {
        const browser = new FormBrowser();
        const first = callbackOf(await browser.consent(client.authorizationUrl({ state: '1' }), { account: 'ada', decision: 'allow' }));
        expect(first['code']).toEqual(expect.any(String));
        expect(await browser.open(client.authorizationUrl({ state: '2' }))).toMatchObject({ html: expect.stringContaining('Continue as') });
        const second = callbackOf(await browser.consent(client.authorizationUrl({ state: '3' }), { account: 'grace', decision: 'allow' }));
        const tokens = await client.redeem(new URLSearchParams(second), oauth.nopkce);
        expect(await bodyOf('/api/me', bearer(tokens.access_token))).toMatchObject({ id: 'grace' });
    });

    test('shows the app, the scopes in words and the hinted account, and needs nothing from elsewhere', async () => {
        const { html, headers } = await openConsentPage(new FormBrowser(), { login_hint: 'linus@sandbox.example' });
        expect(html).toContain('Your app wants access to your account');
        expect(html).toContain('Read your contacts');
        expect(html).toMatch(/value="linus"[^>]* checked/);
        expect(html).not.toMatch(/(src|href)="https?:/);
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    });

    test('says so when its page has been answered already', async () => {
        const browser = new FormBrowser();
        const { url } = await openConsentPage(browser);
        const allow = { account: 'ada', decision: 'allow' };
        expect(await browser.open(url, allow)).toHaveProperty('callback');
        expect(await browser.open(url, allow)).toMatchObject({ status: 400, html: expect.stringContaining('no longer valid') });
    });

    test('keeps two sign-ins in two windows of one browser apart', async () => {
        const browser = new FormBrowser();
        const first = await openConsentPage(browser, { state: 'first' });
        const second = await openConsentPage(browser, { state: 'second' });
        expect(callbackOf(await browser.open(first.url, { account: 'ada', decision: 'allow' }))).toMatchObject({ state: 'first' });
        expect(callbackOf(await browser.open(second.url, { account: 'grace', decision: 'allow' }))).toMatchObject({ state: 'second' });
    });

    test('wants an account to be chosen', async () => {
        const browser = new FormBrowser();
        const { url } = await openConsentPage(browser);
        expect(await browser.open(url, { account: 'nobody', decision: 'allow' })).toMatchObject({
            status: 400,
            html: expect.stringContaining('Which account')
        });
    });

    test.each(['http://localhost:1234', 'http://127.0.0.1:1234', 'http://app.localhost:1234'])(
        'sends people back to an app on %s',
        async (origin) => {
            const redirectUri = `${origin}/oauth/callback`;
            const arrival = await new FormBrowser().consent(client.authorizationUrl({ redirect_uri: redirectUri }), { decision: 'allow' });
            expect(arrival).toMatchObject({ callback: { origin } });
        }
    );

    test.each([
        'http://localhost:1234/elsewhere',
        'http://localhost.evil.example/oauth/callback',
        'http://example.com/oauth/callback',
        'https://example.com/oauth/callback'
    ])('does not redirect to %s', async (redirectUri) => {
        const arrival = await new FormBrowser().open(client.authorizationUrl({ redirect_uri: redirectUri }));
        expect(arrival).toMatchObject({ status: 400, html: expect.stringContaining('redirect_uri') });
    });

    test('works by another name of this machine, without secure cookies', async () => {
        const url = client.authorizationUrl({});
        url.hostname = 'provider.localhost';
        expect(await new FormBrowser().consent(url, { decision: 'allow' })).toMatchObject({
            callback: { origin: new URL(CALLBACK).origin }
        });
    });

    test('has its public URL in the issuer and the endpoints', async () => {
        expect(client.server.issuer).toBe(`${sandbox.url}/oauth`);
        expect(client.server.token_endpoint).toBe(`${sandbox.url}/oauth/token`);
        expect(client.server.authorization_response_iss_parameter_supported).toBe(true);
        const named = await startSandbox({ publicUrl: 'http://provider.localhost:1/' });
        expect(named.url).toBe('http://provider.localhost:1');
        await named.stop();
    });
});

test.each<[path: string, headers: Record<string, string>, status: number, body: unknown]>([
    ['/keyed/v0/account', {}, 403, { message: 'Forbidden' }],
    ['/keyed/v0/account', keyed('unknown'), 403, { message: 'Forbidden' }],
    ['/keyed/v0/account', keyed(KEYED_API_KEYS.acme.toUpperCase()), 403, { message: 'Forbidden' }],
    ['/keyed/v0/account', { 'x-api-key': KEYED_API_KEYS.acme }, 401, { code: 401, status: 'Unauthorized' }],
    ['/keyed/v0/account', keyed(KEYED_API_KEYS.acme, 'wrong'), 401, { code: 401, status: 'Unauthorized' }],
    ['/keyed/v0/account', keyed(KEYED_API_KEYS.acme), 200, { id: 'acme', name: 'Acme Ltd' }],
    ['/keyed/v0/account', keyed(KEYED_API_KEYS.initech), 200, { id: 'initech', name: 'Initech SARL' }],
    ['/keyed/v0/users?page_size=1', keyed(KEYED_API_KEYS.globex), 200, [{ id: 'user-g1' }]],
    ['/keyed/v0/users?page_size=0', keyed(KEYED_API_KEYS.globex), 422, { errors: { query: { page_size: [expect.any(String)] } } }],
    ['/keyed/v0/elsewhere', keyed(KEYED_API_KEYS.acme), 403, { message: 'Missing Authentication Token' }],
    ['/basic/v1/account', {}, 401, { error: expect.any(String) }],
    ['/basic/v1/account', basic('ada:wrong'), 401, { error: expect.any(String) }],
    ['/basic/v1/account', basic('ada:lovelace'), 200, { id: 'ada', name: 'Ada Lovelace' }],
    ['/basic/v1/account', basic('grace:hopper'), 200, { id: 'grace', name: 'Grace Hopper' }],
    ['/basic/v1/elsewhere', basic('ada:lovelace'), 404, { error: expect.any(String) }],
    ['/bearer/v1/account', {}, 401, { error: expect.any(String) }],
    ['/bearer/v1/account', bearer(KEYED_API_KEYS.acme), 401, { error: expect.any(String) }],
    ['/bearer/v1/account', bearer(BEARER_API_KEYS.globex), 200, { id: 'globex', name: 'Globex GmbH' }],
    ['/api/me', {}, 401, { error: 'invalid_token' }],
    ['/api/me', bearer('unknown'), 401, { error: 'invalid_token' }],
    ['/elsewhere', {}, 404, { error: expect.any(String) }]
])('GET %s with %j gets %i', async (path, headers, status, body) => {
    const response = await fetch(sandbox.url + path, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject(Array.isArray(body) ? body : Object(body));
});

test('the gateway names the kind of its refusal in a header', async () => {
    const refused = await fetch(`${sandbox.url}/keyed/v0/users`);
    expect(refused.headers.get('x-amzn-errortype')).toBe('ForbiddenException');
});

test('keys are 40 letters and digits, as gateways issue them', () => {
    for (const key of [...Object.values(KEYED_API_KEYS), ...Object.values(BEARER_API_KEYS)]) expect(key).toMatch(/^[a-z0-9]{40}$/);
});

test.each(PEOPLE.map((person) => [person.id, person] as const))(
    'the API shows %s their own profile, contacts and companies',
    async (id, person) => {
        const { access_token: token } = await client.signIn(id);
        expect(await bodyOf('/api/me', bearer(token))).toEqual({ id, name: person.name, email: person.email });
        expect(await bodyOf('/api/contacts', bearer(token))).toEqual({ data: person.contacts });
        expect(await bodyOf('/api/tenants', bearer(token))).toEqual({ data: person.tenants });
        expect(await statusOf('/api/me', { ...bearer(token) }, 'POST')).toBe(405);
    }
);

test('the root page lists every key, user and client', async () => {
    const response = await fetch(sandbox.url);
    const page = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    for (const shown of [
        ...Object.values(KEYED_API_KEYS),
        APPLICATION_SECRET,
        'lovelace',
        'Ada Lovelace',
        OAUTH_CLIENT.secret,
        API_KEY,
        ...[...QUICKBOOKS_APPS, ...XERO_APPS].flatMap(({ id, secret }) => [id, secret])
    ])
        expect(page).toContain(shown);
});

test('a body that is too large is refused with 413', async () => {
    const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST', body: 'a'.repeat(1_048_577) });
    expect(response.status).toBe(413);
});

test('a public URL with a path is refused', async () => {
    await expect(startSandbox({ publicUrl: 'http://localhost:1/path' })).rejects.toThrow('must be an origin');
});

async function openConsentPage(
    browser: FormBrowser,
    parameters: Record<string, string> = {}
): Promise<Exclude<Arrival, { callback: URL }>> {
    const arrival = await browser.open(client.authorizationUrl(parameters));
    if ('callback' in arrival) throw new Error('The consent page was skipped.');
    return arrival;
}

async function statusOf(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
    return (await fetch(sandbox.url + path, { headers, method })).status;
}

async function bodyOf(path: string, headers: Record<string, string>): Promise<unknown> {
    return (await fetch(sandbox.url + path, { headers })).json();
}

function keyed(key: string, secret: string = APPLICATION_SECRET): Record<string, string> {
    return { 'x-api-key': key, 'x-application-secret': secret };
}

function basic(userAndPassword: string): Record<string, string> {
    return { authorization: `Basic ${Buffer.from(userAndPassword).toString('base64')}` };
}

function bearer(token: string): Record<string, string> {
    return { authorization: `Bearer ${token}` };
}
