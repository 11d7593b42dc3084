import { updateIntegration } from '@patchbay/contracts';
import { type Consent, consentAt, startTestApp, type TestApp, type TestBrowser } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../api.fixtures.ts';
import { addressOf, openSocket } from './compat.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-subdomain', 'sandbox-oauth2-tenants', 'sandbox-api-key'])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const signInAt = (key: string, token: string, query = '') => addressOf(`/oauth/connect/${key}`, token, query);

/** The provider's address that the window is sent to. */
async function follow(browser: TestBrowser, path: string, at = app): Promise<URL> {
    const { status, headers, html } = await browser.get(at.url + path);
    expect([status, html]).toEqual([302, '']);
    return new URL(headers.get('location') ?? '');
}

async function consent(browser: TestBrowser, at: URL, response?: Consent) {
    return browser.get(await consentAt(at, response));
}

test('a popup goes straight to the provider, and the socket hears of the connection', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session({ end_user: { id: 'popup' } });
    const browser = app.browser();
    const at = await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`));
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: 'patchbay-sandbox',
        redirect_uri: `${app.url}/oauth/callback`,
        scope: expect.stringContaining('openid'),
        state: expect.any(String),
        code_challenge: expect.any(String),
        code_challenge_method: 'S256'
    });
    const { status, html } = await consent(browser, at);
    expect(status).toBe(200);
    expect(html).toMatch(/reference-callback\.js.* data-close="true"/);

    const outcome = await socket.outcome;
    expect(outcome).toEqual({
        message_type: 'success',
        provider_config_key: 'sandbox-oauth2',
        connection_id: expect.any(String),
        is_pending: false
    });
    expect(await socket.ended).toBe(1000);
    const { end_user: endUser } = await app.connection(outcome.connection_id ?? '', 'sandbox-oauth2');
    expect(endUser?.id).toBe('popup');
});

test('the socket may be on another server than the window and the callback', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    await using socket = await openSocket(replica);
    const { token } = await app.session();
    const browser = app.browser();
    await consent(browser, await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`)));
    expect(await socket.outcome).toMatchObject({ message_type: 'success' });
});

test('without a socket the sign-in still works', async () => {
    const { token } = await app.session({ end_user: { id: 'unheard' } });
    const browser = app.browser();
    await consent(browser, await follow(browser, signInAt('sandbox-oauth2', token)));
    expect((await app.connections()).filter(({ end_user: user }) => user?.id === 'unheard')).toHaveLength(1);
});

test('T-04: the window that started the sign-in is the only one that can finish it', async () => {
    const { token } = await app.session();
    const at = await follow(app.browser(), signInAt('sandbox-oauth2', token));
    expect((await consent(app.browser(), at)).html).toContain('Finish where you started');
});

test('denied consent is told to the socket and to the page that waits for the callback', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const page = await consent(browser, await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`)), {
        decision: 'deny'
    });
    expect(page.html).toMatch(/reference-callback\.js.* data-close="false"/);
    expect(await socket.outcome).toEqual({
        message_type: 'error',
        provider_config_key: 'sandbox-oauth2',
        connection_id: expect.any(String),
        error_type: 'callback_err',
        error_desc: expect.stringMatching(/^Access was not given in Sandbox \(OAuth 2\)\. Nothing was connected\..*\(C-\w{5}\)$/)
    });
});

test('an error of the provider in the callback is told as callback_err, and its page has status 400', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const at = await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`));
    const callback = await consentAt(at, { decision: 'deny' });
    callback.searchParams.set('error', 'server_error');
    callback.searchParams.set('error_description', 'Closed today');
    expect((await browser.get(callback)).status).toBe(400);
    expect(await socket.outcome).toMatchObject({ error_type: 'callback_err', error_desc: expect.stringContaining('Closed today') });
});

test('a code that the provider does not take is told as token_err', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const at = await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`));
    await app.sandbox.control('faults', [
        { match: { path_regex: '^/oauth/token$' }, action: { type: 'status', code: 400, body: { error: 'invalid_grant' } } }
    ]);
    expect((await consent(browser, at)).status).toBe(400);
    expect(await socket.outcome).toMatchObject({ message_type: 'error', error_type: 'token_err' });
});

test('a sign-in that offers several accounts is refused instead of asked about, since these clients cannot ask', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session({ end_user: { id: 'several' } });
    const browser = app.browser();
    const at = await follow(browser, signInAt('sandbox-oauth2-tenants', token, `ws_client_id=${socket.clientId}`));
    const { html } = await consent(browser, at, { account: 'ada' });
    expect(html).toContain('Analytical Engines Ltd');
    expect(await socket.outcome).toMatchObject({
        error_type: 'connection_validation_failed',
        error_desc: expect.stringContaining('Analytical Engines Ltd, Bernoulli & Co')
    });
    expect((await app.connections()).filter(({ end_user: user }) => user?.id === 'several')).toEqual([]);
});

test('a reconnect with another account is refused, and the connection stays as it was', async () => {
    const first = await app.session();
    const browser = app.browser();
    await using before = await openSocket(app);
    await consent(browser, await follow(browser, signInAt('sandbox-oauth2', first.token, `ws_client_id=${before.clientId}`)));
    const { connection_id: id = '' } = await before.outcome;
    const { token } = await app.reconnectSession(id, 'sandbox-oauth2');

    await using stranger = await openSocket(app);
    await consent(browser, await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${stranger.clientId}`)), {
        account: 'grace'
    });
    expect(await stranger.outcome).toMatchObject({
        error_type: 'connection_validation_failed',
        error_desc: expect.stringContaining('Grace Hopper signed in, but the connection belongs to Ada Lovelace')
    });

    await using same = await openSocket(app);
    await consent(browser, await follow(browser, signInAt('sandbox-oauth2', token, `ws_client_id=${same.clientId}`)));
    expect(await same.outcome).toMatchObject({ message_type: 'success', connection_id: id });
});

test('a window that was given up is told of when its time is over', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    await follow(app.browser(), signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`));
    app.clock.advance(16 * 60_000);
    expect(await socket.outcome).toMatchObject({ error_type: 'unknown_err', error_desc: expect.stringContaining('not finished in time') });
});

test.each([
    ['an unknown integration', 'nowhere', 'unknown_config_key'],
    ['one that connects in another way', 'sandbox-api-key', 'auth_mode_err'],
    ['one that lacks a part of its address', 'sandbox-oauth2-subdomain', 'url_param_err']
])('%s is refused in words in the window, and by its type through the socket', async (_what, key, type) => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const { status, html, headers } = await app.browser().get(app.url + signInAt(key, token, `ws_client_id=${socket.clientId}`));
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(html).toMatch(/reference-callback\.js.* data-close="false"/);
    expect(await socket.outcome).toMatchObject({ message_type: 'error', provider_config_key: key, connection_id: '', error_type: type });
});

test('an integration without its OAuth app is said to be set up incompletely', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'without-app' });
    await app.db.updateTable('integrations').set({ client_id: null }).where('unique_key', '=', 'without-app').execute();
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const { status, html } = await app.browser().get(app.url + signInAt('without-app', token, `ws_client_id=${socket.clientId}`));
    expect([status, html]).toEqual([400, expect.stringContaining('Sandbox (OAuth 2) wasn’t connected')]);
    expect(await socket.outcome).toMatchObject({ error_type: 'provider_config_err' });
});

test.each([
    ['400 integration_not_allowed', 'sandbox-oauth2', '', { allowed_integrations: ['sandbox-api-key'] }],
    ['400 invalid_query_params', 'sandbox-oauth2', 'connection_id=mine', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'credentials[oauth_client_id_override]=mine', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'authorization_params[redirect_uri]=https://evil.example', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'authorization_params[user_scope]=admin', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'authorization_params[authorization_details]=[]', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'authorization_params[request_uri]=https://evil.example', {}],
    ['400 invalid_query_params', 'sandbox-oauth2', 'colour=red', {}]
])('%s is answered as JSON, and the socket hears of it too', async (outcome, key, query, session) => {
    await using socket = await openSocket(app);
    const { token } = await app.session(session);
    const response = await app.raw(signInAt(key, token, [`ws_client_id=${socket.clientId}`, query].filter(Boolean).join('&')), {
        token: null
    });
    expect(outcomeOf(response)).toBe(outcome);
    expect(await socket.outcome).toMatchObject({ error_type: outcome.slice(4), error_desc: expect.stringMatching(/\w/) });
});

test('an address that is no integration’s is refused as JSON, and nothing is written down', async () => {
    const { token } = await app.session();
    const before = await app.db.selectFrom('popup_clients').select('client_hash').execute();
    for (const key of ['a%00b', 'a%2Fb', 'x'.repeat(300)]) {
        const response = await app.raw(signInAt(key, token, 'ws_client_id=made-up'), { token: null });
        expect(outcomeOf(response)).toBe('400 invalid_uri_params');
    }
    expect(await app.db.selectFrom('popup_clients').select('client_hash').execute()).toEqual(before);
    expect(app.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test('a token that has expired gets 401, and the socket does not wait for ever', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    app.clock.advance(31 * 60_000);
    const response = await app.raw(signInAt('sandbox-oauth2', token, `ws_client_id=${socket.clientId}`), { token: null });
    expect([outcomeOf(response), errorOf(response).payload]).toEqual(['401 unknown_connect_session_token', { reason: 'expired' }]);
    expect(await socket.outcome).toMatchObject({ error_type: 'unknown_connect_session_token' });
});

test('T-08: the client adds parameters, and scopes only within the integration’s; the session’s own replace them', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'scoped' });
    await app.call(updateIntegration, {
        params: { id: 'scoped' },
        body: { credentials: { type: 'OAUTH2', scopes: 'openid,contacts.read' } }
    });
    const query = 'user_scope=contacts.read,contacts.write&authorization_params[audience]=api&authorization_params[prompt]=undefined';
    const plain = await app.session();
    const at = await follow(app.browser(), signInAt('scoped', plain.token, query));
    expect(Object.fromEntries(at.searchParams)).toMatchObject({
        scope: 'openid contacts.read',
        user_scope: 'contacts.read',
        audience: 'api'
    });
    expect(at.searchParams.has('prompt')).toBe(false);

    const defaults = { user_scopes: 'chosen', authorization_params: { audience: 'ours' } };
    const firm = await app.session({ integrations_config_defaults: { scoped: defaults } });
    const { searchParams } = await follow(app.browser(), signInAt('scoped', firm.token, query));
    expect(Object.fromEntries(searchParams)).toMatchObject({ user_scope: 'chosen', audience: 'ours', prompt: 'consent' });
});

test('T-12: the address with the token leaves no trace: no referrer, no copy in a cache, nothing in the log', async () => {
    const { token } = await app.session();
    const from = app.logLines.length;
    const { headers } = await app.browser().get(app.url + signInAt('sandbox-oauth2', token));
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    expect(app.logLines.slice(from).join('\n')).not.toContain(token);
});
