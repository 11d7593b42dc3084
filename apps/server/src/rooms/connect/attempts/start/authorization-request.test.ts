import { createIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { start, startSignIn, storedAttempt } from '../attempts.fixtures.ts';

let app: TestApp;
let outbound: string[] = [];
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-oauth2-subdomain');
    for (const provider of ['zendesk', 'shopify', 'quickbooks']) {
        await app.call(createIntegration, {
            body: {
                provider,
                unique_key: provider,
                credentials: { type: 'OAUTH2', client_id: 'client', client_secret: 'secret-of-the-client' }
            }
        });
    }
    const { egress } = app.server.deps;
    const { request } = egress;
    egress.request = (input) => {
        outbound.push(input.url);
        return request(input);
    };
});
afterAll(() => app[Symbol.asyncDispose]());

const unset = ['request', 'request_uri', 'response_mode'];
const reserved = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'code_challenge', 'code_challenge_method', ...unset];

async function authorizationUrlOf(defaults: Record<string, unknown> | undefined): Promise<URL | undefined> {
    const minted = await app.raw('/connect/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
            end_user: { id: 'u' },
            ...(defaults ? { integrations_config_defaults: { 'sandbox-oauth2': defaults } } : {})
        })
    });
    if (minted.status === 400) return undefined;
    // The documented response of minting.
    const { token } = (minted.json as { data: { token: string } }).data;
    const attempt = await startSignIn({ token, connectLink: '', call: app.callAs(token) }, 'sandbox-oauth2');
    return new URL((await app.browser().launch(attempt.launch_url)).authorizationUrl ?? '');
}

function expectOurs(url: URL): void {
    expect(url.origin + url.pathname).toBe(`${app.sandbox.url}/oauth/auth`);
    const one = (name: string) => {
        expect(url.searchParams.getAll(name)).toHaveLength(1);
        return url.searchParams.get(name) ?? '';
    };
    expect(one('response_type')).toBe('code');
    expect(one('client_id')).toBe('patchbay-sandbox');
    expect(one('redirect_uri')).toBe(`${app.url}/oauth/callback`);
    expect(one('code_challenge_method')).toBe('S256');
    expect(one('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(one('state')).toMatch(/^[\w-]{43}$/);
    expect(one('scope')).toBe('openid profile email offline_access contacts.read');
    expect(unset.filter((name) => url.searchParams.has(name))).toEqual([]);
}

test('T-07: whatever parameters a session gives, those that make the sign-in safe are ours, exactly once', async () => {
    const name = fc.oneof(
        fc.constantFrom(...reserved),
        fc.constantFrom('prompt', 'login_hint', 'a[b]', 'x&state', 'STATE', 'state ', '%73tate'),
        fc.string({ maxLength: 12 })
    );
    const value = fc.oneof(
        fc.constantFrom('undefined', '', 'a&state=b', '#', 'x y+z', '\r\nx: y'),
        fc.string({ unit: 'grapheme', maxLength: 12 })
    );
    await fc.assert(
        fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }), async (params) => {
            const url = await authorizationUrlOf({ authorization_params: params });
            if (url === undefined) return;
            expect(Object.keys(params).filter((given) => reserved.includes(given))).toEqual([]);
            expectOurs(url);
        }),
        { numRuns: 60 }
    );
});

test('T-07: a parameter that is the session’s to give is sent, and the word undefined takes one away', async () => {
    const url = await authorizationUrlOf({ authorization_params: { audience: 'a b', prompt: 'undefined' } });
    expect(url?.searchParams.get('audience')).toBe('a b');
    expect(url?.searchParams.has('prompt')).toBe(false);
});

test('T-08: scopes come from the integration, or from the session’s backend, never from the end user', async () => {
    const endUser = await app.session();
    for (const query of ['scope=admin', 'user_scope=admin', 'oauth_scopes_override=admin']) {
        const refused = await app.raw(`/connect/attempts?${query}`, {
            method: 'POST',
            token: endUser.token,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ integration_id: 'sandbox-oauth2' })
        });
        expect(refused.json).toMatchObject({ error: { code: 'invalid_query_params' } });
    }
    const { launch_url: launchUrl } = await startSignIn(endUser, 'sandbox-oauth2');
    const { authorizationUrl = '' } = await app.browser().launch(`${launchUrl}?scope=admin&user_scope=admin`);
    expectOurs(new URL(authorizationUrl));
    const byBackend = await authorizationUrlOf({ connection_config: { oauth_scopes_override: 'profile,contacts.read' } });
    expect(byBackend?.searchParams.getAll('scope')).toEqual(['profile contacts.read']);
});

test.each([
    ['T-100: a company', 'quickbooks', { realmId: '123456789' }],
    ['T-20: an OAuth app', 'sandbox-oauth2', { oauth_client_id_override: 'mine', oauth_client_secret_override: 'mine' }],
    ['T-18: a connection id', 'sandbox-oauth2', { connection_id: 'mine' }],
    ['T-08: scopes', 'sandbox-oauth2', { oauth_scopes_override: 'admin' }]
])('%s that the end user names is a 400 with its path', async (_name, integrationId, config) => {
    await expect(start(await app.session(), integrationId, { connection_config: config })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_body',
        errors: expect.arrayContaining([expect.objectContaining({ path: ['connection_config', Object.keys(config)[0]] })])
    });
});

test('T-20: an OAuth app of the session’s backend is used instead of the integration’s', async () => {
    const url = await authorizationUrlOf({
        connection_config: { oauth_client_id_override: 'customers-own', oauth_client_secret_override: 'customers-secret' }
    });
    expect(url?.searchParams.getAll('client_id')).toEqual(['customers-own']);
});

test('T-19: no spelling of a subdomain leads anywhere but to the vendor, and nothing is called', async () => {
    const endUser = await app.session();
    outbound = [];
    const nasty = fc.oneof(
        fc.constantFrom(
            'evil.example/',
            'evil.example#',
            'a.b',
            'evil.example?',
            'x@evil.example',
            'evil.example\\',
            'a%2eb',
            '..',
            'localhost:80',
            '[::1]',
            'ａcme',
            'acme\u0000',
            '-acme',
            'xn--80ak6aa92e',
            ' acme',
            'acme\n'
        ),
        fc.string({ minLength: 1, maxLength: 20 }),
        fc.stringMatching(/^[a-z0-9.@/#?:\\%-]{1,16}$/)
    );
    await fc.assert(
        fc.asyncProperty(nasty, fc.constantFrom('zendesk', 'shopify'), async (subdomain, provider) => {
            const response = await app.raw('/connect/attempts', {
                method: 'POST',
                token: endUser.token,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ integration_id: provider, connection_config: { subdomain } })
            });
            if (response.status === 400) {
                expect(response.json).toMatchObject({ error: { code: expect.stringMatching(/^invalid_(body|json)$/) } });
                return;
            }
            // The documented response of an attempt.
            const { launch_url: launchUrl = '' } = (response.json as { data: { launch_url?: string } }).data;
            const { authorizationUrl = '' } = await app.browser().launch(launchUrl);
            expect(new URL(authorizationUrl).hostname).toBe(`${subdomain}.${provider === 'zendesk' ? 'zendesk.com' : 'myshopify.com'}`);
        }),
        { numRuns: 150 }
    );
    expect(outbound).toEqual([]);
});

test('what is typed into an address is escaped there', async () => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2-subdomain', { connection_config: { workspace: 'acme-1' } });
    const { authorizationUrl = '' } = await app.browser().launch(attempt.launch_url);
    expect(new URL(authorizationUrl).searchParams.get('workspace')).toBe('acme-1');
    for (const workspace of ['', 'a b', 'acme/../x', 'ACME', 'x'.repeat(64)]) {
        await expect(start(await app.session(), 'sandbox-oauth2-subdomain', { connection_config: { workspace } })).rejects.toMatchObject({
            errors: [{ path: ['connection_config', 'workspace'] }]
        });
    }
});

test('a sign-in whose integration lost its OAuth app meanwhile says in its window which app could not be connected', async () => {
    const attempt = await startSignIn(await app.session(), 'shopify', { connection_config: { subdomain: 'acme' } });
    await app.db.updateTable('integrations').set({ client_id: null }).where('unique_key', '=', 'shopify').execute();
    const page = await app.browser().get(attempt.launch_url);
    expect(page.status).toBe(400);
    expect(page.html).toContain('<h1>Shopify wasn’t connected</h1>');
    expect(page.html).toContain(attempt.ref);
});

test('an integration without an OAuth app is integration_misconfigured, and the customer is told', async () => {
    await app.db.updateTable('integrations').set({ client_id: null }).where('unique_key', '=', 'zendesk').execute();
    const attempt = await start(await app.session(), 'zendesk', { connection_config: { subdomain: 'acme' } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect((await storedAttempt(app, attempt.attempt_id)).secrets).toHaveLength(0);
});
