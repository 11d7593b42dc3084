import { deleteConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyWith, spellingsOf } from '../../../../api.fixtures.ts';
import { connectBySignIn, eventsAbout, read, signIn, startSignIn, storedAttempt, storedConnection } from '../attempts.fixtures.ts';

const provider = 'sandbox-oauth1';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await vendor('clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

const vendor = (verb: string, body?: unknown) => app.sandbox.control(`oauth1/${verb}`, body);
const problems = async () => Object(await vendor('refused')).refused.map(({ problem }: { problem: string }) => problem);

/** A sign-in whose callback is changed on its way. */
async function comeBackWith(change: (query: URLSearchParams) => void) {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl);
    change(callback.searchParams);
    await browser.get(callback);
    return { attempt: await read(endUser, id), browser, callback };
}

/** What an attempt that cannot be opened says: to the end user, and to the customer. */
async function launch(integrationId = provider) {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, integrationId);
    const { html, authorizationUrl } = await app.browser().launch(launchUrl);
    const { code, provider_text: said } = await storedAttempt(app, id);
    return { html, authorizationUrl, code, said, shown: await read(endUser, id) };
}

test('an end user signs in: the token is sealed, in the form of the wire, with what its response told', async () => {
    const endUser = await app.session({ end_user: { id: 'noor' } });
    const { attempt, page } = await signIn(app, endUser, provider, { account: 'grace' });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'Grace Hopper', is_new: true });
    expect(page.html).toContain('connected');
    const id = attempt.connection_id ?? '';
    const { credentials, connection_config: config, verified_at: verifiedAt } = await app.connection(id, provider);
    const { oauth_token: token, oauth_token_secret: secret } = credentials;
    expect(credentials).toEqual({
        type: 'OAUTH1',
        oauth_token: expect.any(String),
        oauth_token_secret: expect.any(String),
        raw: { oauth_token: token, oauth_token_secret: secret, user_id: 'grace', screen_name: 'Grace Hopper' }
    });
    expect([config, verifiedAt]).toEqual([{ user_id: 'grace' }, expect.any(String)]);
    expect(await eventsAbout(app, id)).toMatchObject([{ operation: 'creation', authMode: 'OAUTH1', success: true }]);

    const key = await keyWith(app, ['environment:connections:read']);
    const withheld = await app.raw(`/connections/${id}?provider_config_key=${provider}`, { token: key });
    expect(withheld.json).toMatchObject({ credentials: {} });
    const row = JSON.stringify(await storedConnection(app, id));
    for (const text of [token, secret].map(String)) {
        expect(withheld.text).not.toContain(text);
        expect(row).not.toContain(text);
    }
    expect(await problems()).toEqual([]);
});

test('T-07: the browser is sent to the provider with the token of this attempt alone; the rest is signed or sealed', async () => {
    const endUser = await app.session({
        integrations_config_defaults: {
            [provider]: { authorization_params: { name: 'Acme & Co', oauth_token: 'other', oauth_callback: 'x' } }
        }
    });
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider);
    const { authorizationUrl = '' } = await app.browser().launch(launchUrl);
    const { pathname, searchParams } = new URL(authorizationUrl);
    expect([pathname, [...searchParams.keys()].toSorted()]).toEqual(['/oauth1/authorize', ['name', 'oauth_token']]);
    expect(searchParams.get('oauth_token')).not.toBe('other');
    const row = JSON.stringify(await storedAttempt(app, id));
    expect(row).not.toContain(searchParams.get('oauth_token'));
});

test('T-04: a state is good once, in its browser, and for the token that it was made with', async () => {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl);
    expect((await app.browser().get(callback)).html).toContain('Finish where you started');
    await browser.get(callback);
    expect(await read(endUser, id)).toMatchObject({ status: 'succeeded' });
    expect((await browser.get(callback)).status).toBe(400);

    const other = await comeBackWith((query) => query.set('oauth_token', 'of-another-attempt'));
    expect(other.attempt).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    const none = await comeBackWith((query) => query.delete('oauth_token'));
    expect(none.attempt).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    const twice = await comeBackWith((query) => query.append('oauth_verifier', 'again'));
    expect(twice.attempt).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    const elsewhere = await comeBackWith((query) => query.set('state', 'unknown'));
    expect(elsewhere.attempt).toMatchObject({ status: 'awaiting_user' });
});

test('a callback without its verifier, or with another one, connects nothing', async () => {
    const missing = await comeBackWith((query) => query.delete('oauth_verifier'));
    expect(missing.attempt).toMatchObject({ status: 'failed', code: 'provider_error' });
    const wrong = await comeBackWith((query) => query.set('oauth_verifier', 'guessed'));
    expect(wrong.attempt).toMatchObject({ status: 'failed', code: 'provider_error', provider_text: 'verifier_invalid' });
    expect(await problems()).toEqual(['verifier_invalid']);
    // Neither says anything about the app.
    expect(Object((await app.raw(`/integrations/${provider}`)).json).data.oauth_app).toMatchObject({ state: 'ok' });
});

test.each([
    ['denied=', (query: URLSearchParams) => query.set('denied', 'token')],
    ['the extension for problems', (query: URLSearchParams) => query.set('oauth_problem', 'user_refused')],
    ['a code of OAuth 2', (query: URLSearchParams) => query.set('error', 'access_denied')]
])('a refusal by the end user is told by %s', async (_, change) => {
    expect((await comeBackWith(change)).attempt).toMatchObject({ status: 'failed', code: 'consent_denied' });
});

test('who denies access at the provider can try again, and an error of the provider is told in its words', async () => {
    const endUser = await app.session();
    const { attempt, page } = await signIn(app, endUser, provider, { decision: 'deny' });
    expect(attempt).toMatchObject({ status: 'failed', code: 'consent_denied' });
    expect(page.html).toContain('You didn’t give access');
    expect((await signIn(app, endUser, provider)).attempt).toMatchObject({ status: 'succeeded' });
    const broken = await comeBackWith((query) => query.set('oauth_problem', 'additional_authorization_required'));
    expect(broken.attempt).toMatchObject({ code: 'provider_error', provider_text: 'additional_authorization_required' });
});

test('a provider that does not confirm the callback is not signed in to', async () => {
    await vendor('settings', { confirms: false });
    const { authorizationUrl, code, said, shown } = await launch();
    expect([authorizationUrl, code, said]).toEqual([undefined, 'integration_misconfigured', 'It did not confirm the callback.']);
    expect(shown).toMatchObject({ status: 'failed', provider_text: null });
});

test.each([
    ['ahead of', 'a reason', -400_000],
    ['behind', 'a reason', 1_000_000],
    ['behind', 'no reason', 1_000_000]
])('a clock %s the provider’s, which gives %s, is said to be with seconds, and is not the app’s fault', async (side, given, ms) => {
    const [seconds, settings] = [Math.abs(ms) / 1000, { reports_problems: given === 'a reason' }];
    await vendor('settings', settings);
    await vendor('clock', { now: new Date(app.clock.now().getTime() + ms).toISOString() });
    const { code, said } = await launch();
    expect([code, said]).toEqual(['integration_misconfigured', expect.stringMatching(/^The clock of this server is \d+ seconds /)]);
    expect(said).toContain(`${side} that of Sandbox (OAuth 1.0a). Set it right.`);
    expect(Math.abs(Number(/\d+/.exec(said ?? '')?.[0]) - seconds)).toBeLessThan(10);
    expect(Object((await app.raw(`/integrations/${provider}`)).json).data.oauth_app).toMatchObject({ state: 'ok' });
});

test('a client that the provider refuses is told to the customer until it is accepted again', async () => {
    await app.integrate(provider, { unique_key: 'wrong', credentials: { type: 'OAUTH1', client_id: 'other', client_secret: 'x' } });
    const { html, code, said, shown } = await launch('wrong');
    expect([code, said, shown.provider_text]).toEqual(['integration_misconfigured', 'consumer_key_unknown', null]);
    expect(html).not.toContain('consumer_key_unknown');
    const appOf = async () => Object((await app.raw('/integrations/wrong')).json).data.oauth_app;
    expect(await appOf()).toMatchObject({
        state: 'refused',
        failure: { message: expect.stringContaining('Check the client ID, the client secret and the redirect URI') }
    });
    const credentials = { type: 'OAUTH1', client_secret: 'y', client_id: 'sandbox-oauth1-key' };
    const headers = { 'content-type': 'application/json' };
    await app.raw('/integrations/wrong', { method: 'PATCH', headers, body: JSON.stringify({ credentials }) });
    expect((await launch('wrong')).said).toBe('signature_invalid');
    const right = { credentials: { ...credentials, client_secret: 'sandbox-oauth1-secret' } };
    await app.raw('/integrations/wrong', { method: 'PATCH', headers, body: JSON.stringify(right) });
    expect(await appOf()).toMatchObject({ state: 'ok' });
    await connectBySignIn(app, 'wrong');
});

test('a redirect URI that is not registered is refused before the end user is sent there', async () => {
    await vendor('settings', { callback_url: 'https://elsewhere.example/oauth/callback' });
    expect(await launch()).toMatchObject({ code: 'integration_misconfigured', said: 'callback_rejected', authorizationUrl: undefined });
    await vendor('settings', { callback_url: `${app.url}/oauth/callback` });
    await connectBySignIn(app, provider);
});

test.each([
    ['is down', { type: 'status', code: 503 }],
    ['limits requests', { type: 'status', code: 429 }],
    ['hangs up', { type: 'reset' }],
    ['sends a page', { type: 'status', code: 200, body: '<html>Maintenance</html>' }]
])('a provider that %s at either request can be tried again', async (_, action) => {
    await vendor('faults', [{ match: { path_regex: 'request_token' }, action }]);
    expect(await launch()).toMatchObject({ code: 'provider_down', authorizationUrl: undefined });
    await vendor('faults', [{ match: { path_regex: 'access_token' }, action }]);
    expect((await comeBackWith(() => {})).attempt).toMatchObject({ status: 'failed', code: 'provider_down' });
    await vendor('faults', []);
    await connectBySignIn(app, provider);
});

test('two end users who sign in at once get connections of their own', async () => {
    const all = await Promise.all(
        ['ada', 'grace', 'linus'].map(async (account) => signIn(app, await app.session(), provider, { account }))
    );
    const labels = all.map(({ attempt }) => attempt.account_label);
    expect(labels).toEqual(['Ada Lovelace', 'Grace Hopper', 'Linus Torvalds']);
    expect(new Set(all.map(({ attempt }) => attempt.connection_id)).size).toBe(3);
    expect(await problems()).toEqual([]);
});

test('a reconnect keeps the id with a new token, and asks before it takes another account', async () => {
    const id = await connectBySignIn(app, provider, { account: 'ada' });
    const { credentials: before } = await app.connection(id, provider);
    const endUser = await app.reconnectSession(id, provider);
    const other = await signIn(app, endUser, provider, { account: 'grace' });
    expect(other.attempt).toMatchObject({ status: 'account_mismatch', was: 'Ada Lovelace', now: 'Grace Hopper' });
    const { attempt } = await signIn(app, endUser, provider, { account: 'ada' });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, provider)).credentials['oauth_token']).not.toBe(before['oauth_token']);
});

test('a deletion takes the token back at the provider', async () => {
    const id = await connectBySignIn(app, provider);
    const remove = (connectionId: string) =>
        app.call(deleteConnection, { params: { connection_id: connectionId }, query: { provider_config_key: provider } });
    expect(await remove(id)).toMatchObject({ revocation: { outcome: 'revoked' } });
    expect(await vendor('tokens')).toEqual({ tokens: [] });
    const gone = await connectBySignIn(app, provider, { account: 'grace' });
    await vendor('revoke', { person: 'grace' });
    expect(await remove(gone)).toMatchObject({ revocation: { outcome: 'revoked' } });
    const down = await connectBySignIn(app, provider, { account: 'linus' });
    await vendor('faults', [{ match: { path_regex: 'invalidate' }, action: { type: 'status', code: 503 } }]);
    expect(await remove(down)).toMatchObject({ revocation: { outcome: 'failed' } });
});

test('no secret of a sign-in is in a log line', async () => {
    const id = await connectBySignIn(app, provider);
    const { oauth_token: token, oauth_token_secret: secret } = (await app.connection(id, provider)).credentials;
    const { callback } = await comeBackWith(() => {});
    const secrets = [token, secret, callback.searchParams.get('oauth_verifier'), 'sandbox-oauth1-secret'].map(String).flatMap(spellingsOf);
    expect(app.logLines.filter((line) => secrets.some((text) => line.includes(text)))).toEqual([]);
});
