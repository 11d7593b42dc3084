import { deleteConnection, getConnectSession } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendJson, spellingsOf } from '../../../../api.fixtures.ts';
import { probeDue } from '../../../connections/credentials/probe-due.ts';
import { eventsAbout, read, start, startSignIn, storedAttempt, storedConnection } from '../attempts.fixtures.ts';

const provider = 'wordpress-site';
let app: TestApp;
/** Another server of the same, which does not wait long for sites. */
let impatient: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    impatient = await startTestApp({ replicaOf: app, providerTimeouts: { checkMs: 1500, tokenMs: 1500 } });
    await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await impatient[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const vendor = (verb: string, body?: unknown) => app.sandbox.control(`wordpress/${verb}`, body);
const passwords = async (): Promise<{ name: string; app_id: string; password: string; person: string }[]> =>
    Object(await vendor('passwords')).passwords;
const ofSite = (siteURL = `${app.sandbox.url}/wordpress`) => ({ connection_config: { siteURL } });
const connectionIds = async () => (await app.connections()).map((one) => one.connection_id);

/** A sign-in up to its callback, which is changed before it is opened. */
async function comeBack(
    change: (query: URLSearchParams) => void = () => {},
    consent: { account?: string; decision?: 'allow' | 'deny' } = {}
) {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider, ofSite());
    const browser = app.browser();
    const callback = await browser.consent(launchUrl, consent);
    change(callback.searchParams);
    const page = await browser.get(callback);
    return { id, browser, callback, page, attempt: await read(endUser, id) };
}

/** What the end user is told where the browser is not sent to the site. */
async function refusedLaunch(siteURL?: string, on = app) {
    const endUser = await on.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider, ofSite(siteURL));
    const { authorizationUrl, html } = await app.browser().launch(launchUrl);
    const { code, provider_text: text } = await read(endUser, id);
    return { authorizationUrl, html, code, text };
}

test('an end user names a site below a path and approves there: the password is sealed, in the form of the wire', async () => {
    const shown = (await (await app.session()).call(getConnectSession, {})).data.integrations;
    expect(shown).toMatchObject([{ auth_mode: 'OAUTH2', is_checked: true, fields: [{ name: 'siteURL', target: 'connection_config' }] }]);
    const { attempt, page } = await comeBack(undefined, { account: 'grace' });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'Grace Hopper', is_new: true });
    expect(page.html).toContain('connected');
    const id = attempt.connection_id ?? '';
    const made = await passwords();
    const { id: integrationId } = await app.db.selectFrom('integrations').select('id').executeTakeFirstOrThrow();
    expect(made).toMatchObject([{ name: 'Patchbay', app_id: integrationId, person: 'grace' }]);
    const password = made[0]?.password ?? '';
    const { credentials, connection_config: config, verified_at: verifiedAt } = await app.connection(id, provider);
    expect(credentials).toEqual({ type: 'BASIC', username: 'grace', password });
    expect([config, verifiedAt]).toEqual([{ siteURL: `${app.sandbox.url}/wordpress` }, expect.any(String)]);
    expect(await eventsAbout(app, id)).toMatchObject([{ operation: 'creation', authMode: 'INSTALL_PLUGIN', success: true }]);
    const row = JSON.stringify(await storedConnection(app, id));
    for (const spelling of spellingsOf(password)) {
        expect(row).not.toContain(spelling);
        expect(app.logLines.join('\n')).not.toContain(spelling);
    }
});

test('T-04: the callback that has the password shows no page: it is sealed, and the browser goes on without it', async () => {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider, ofSite());
    const browser = app.browser();
    const callback = await browser.consent(launchUrl);
    const password = callback.searchParams.get('password') ?? '';
    const first = await browser.open(callback);
    const next = `${app.url}/oauth/callback?state=${callback.searchParams.get('state')}`;
    expect([first.status, first.html, first.headers.get('location')]).toEqual([303, '', next]);
    expect([first.headers.get('cache-control'), first.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(await read(endUser, id)).toMatchObject({ status: 'awaiting_user' });
    expect(JSON.stringify(await storedAttempt(app, id))).not.toContain(password);

    // Another browser with this address gets nowhere, and its address is taken away as well.
    const other = app.browser();
    callback.searchParams.set('password', 'of-an-attacker');
    expect((await other.open(callback)).headers.get('location')).toBe(next);
    expect((await other.open(next)).html).toContain('Finish where you started');

    expect((await browser.open(next)).status).toBe(200);
    expect(await read(endUser, id)).toMatchObject({ status: 'succeeded' });
    expect((await storedAttempt(app, id)).secrets.length).toBe(0);
    expect((await browser.get(callback)).status).toBe(400);
});

test.each<[what: string, change: (query: URLSearchParams) => void, code: string, words: string | null]>([
    [
        'names another site',
        (query) => query.set('site_url', 'https://evil.example/wordpress'),
        'provider_error',
        'Another site has answered than the one that was entered. Enter the address of the site that you sign in to.'
    ],
    ['names no site that can be read', (query) => query.set('site_url', 'evil'), 'provider_error', 'Another site has answered'],
    ['has a password twice', (query) => query.append('password', 'again'), 'state_mismatch', null],
    ['has no user', (query) => query.delete('user_login'), 'state_mismatch', null],
    ['has nothing', (query) => ['site_url', 'user_login', 'password'].forEach((name) => query.delete(name)), 'state_mismatch', null],
    ['has a user that HTTP Basic cannot carry', (query) => query.set('user_login', 'ada:x'), 'provider_error', null],
    [
        'has a password that the site does not know',
        (query) => query.set('password', 'abcdefghijklmnopqrstuvwx'),
        'credentials_rejected',
        'The provided password is an invalid application password.'
    ],
    ['has a user that the site does not know', (query) => query.set('user_login', 'eve'), 'credentials_rejected', 'Unknown username.']
])('a callback that %s connects nothing', async (_what, change, code, words) => {
    const before = await connectionIds();
    const { attempt } = await comeBack(change);
    expect(attempt).toMatchObject({ status: 'failed', code });
    if (words === null) expect(attempt.provider_text).toBeNull();
    else expect(attempt.provider_text).toContain(words);
    expect(await connectionIds()).toEqual(before);
});

test('an end user who does not approve, or may not, is told which', async () => {
    const denied = await comeBack(undefined, { decision: 'deny' });
    expect(denied.attempt).toMatchObject({ status: 'failed', code: 'consent_denied' });
    await vendor('settings', { application_passwords: 'not_for_user' });
    const { attempt } = await comeBack();
    expect(attempt).toMatchObject({
        code: 'provider_error',
        provider_text: 'WordPress has no application passwords for your account. An administrator of the site can allow them.'
    });
});

test('a site whose web server keeps the header back is named as the cause, and its password is not left there', async () => {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, provider, ofSite());
    const browser = app.browser();
    const callback = await browser.consent(launchUrl);
    await vendor('settings', { strips_authorization: true });
    await browser.get(callback);
    expect(await read(endUser, id)).toMatchObject({
        code: 'credentials_rejected',
        provider_text: 'WordPress was sent no password. The web server of the site has to pass on the Authorization header.'
    });

    await vendor('settings', { strips_authorization: false });
    const another = await startSignIn(await app.session(), provider, ofSite());
    const approved = await browser.consent(another.launch_url);
    const before = await passwords();
    await vendor('faults', [{ match: { path_regex: '/users/me$' }, action: { type: 'status', code: 503 } }]);
    await browser.get(approved);
    await vendor('faults', []);
    await expect.poll(async () => (await passwords()).length).toBe(before.length - 1);
});

test.each<[what: string, settings: Record<string, unknown>, words: RegExp]>([
    ['has them turned off', { application_passwords: 'off' }, /^localhost:\d+ has no application passwords\. They need/],
    ['is no WordPress', { has_rest_api: false }, /^No WordPress was found at this address of localhost:\d+\. Check the address/],
    ['has moved', { moved_to: 'https://www.example.com' }, /^localhost:\d+ has moved to https:\/\/www\.example\.com\. Enter that/],
    [
        'names a page of another origin',
        { authorization_url: 'https://evil.example/sign-in' },
        /^localhost:\d+ says that its address is https:\/\/evil\.example\. Enter that one\.$/
    ],
    ['names a script as its page', { authorization_url: 'javascript:alert(1)' }, /names a page that cannot be opened/]
])('a site that %s is refused in words before the browser is sent there', async (_what, settings, words) => {
    await vendor('settings', settings);
    const refused = await refusedLaunch();
    expect(refused).toMatchObject({ authorizationUrl: undefined, code: 'provider_error', text: expect.stringMatching(words) });
});

test.each<[string, Record<string, unknown>, string]>([
    ['is down', { type: 'status', code: 503 }, 'provider_down'],
    ['limits requests', { type: 'status', code: 429 }, 'provider_down'],
    ['does not respond', { type: 'hold' }, 'provider_down'],
    ['resets the connection', { type: 'reset' }, 'provider_down'],
    ['shows a page of HTML', { type: 'garbage', code: 200 }, 'provider_error']
])('a site that %s when it is looked up is told of as such', async (_what, action, code) => {
    await vendor('faults', [{ match: { path_regex: '/wp-json/$' }, action }]);
    // A busy machine needs the usual time for what does respond.
    const on = action['type'] === 'hold' ? impatient : app;
    expect(await refusedLaunch(undefined, on)).toMatchObject({ authorizationUrl: undefined, code });
});

test('plain http is for hosts that the operator has listed, and other addresses are left to egress', async () => {
    const endUser = await app.session();
    const plain = start(endUser, provider, ofSite('http://blog.example.com'));
    await expect(plain).rejects.toMatchObject({ code: 'invalid_body', errors: [{ message: expect.stringContaining('Use https.') }] });
    const inside = await refusedLaunch('https://10.0.0.1/wordpress');
    expect(inside).toMatchObject({ authorizationUrl: undefined, code: 'provider_error', text: 'Calls to 10.0.0.1 are not allowed.' });
});

test('a reconnect keeps the site and asks about another user, and the last slash of an address does not count', async () => {
    const { attempt } = await comeBack(undefined, { account: 'ada' });
    const id = attempt.connection_id ?? '';
    const endUser = await app.reconnectSession(id, provider);
    const again = await startSignIn(endUser, provider);
    const page = await app.browser().signIn(again.launch_url, { account: 'grace' });
    expect(page.status).toBe(200);
    expect(await read(endUser, again.attempt_id)).toMatchObject({ status: 'account_mismatch' });
    const slashed = await startSignIn(await app.session(), provider, ofSite(`${app.sandbox.url}/wordpress/`));
    const { pathname } = await app.browser().consent(slashed.launch_url);
    expect(pathname).toBe('/oauth/callback');
});

test('a deletion deletes the password at the site, and one that is gone there is gone', async () => {
    for (const person of ['ada', 'linus']) {
        const { attempt } = await comeBack(undefined, { account: person });
        if (person === 'linus') await vendor('revoke', { person });
        const params = { connection_id: attempt.connection_id ?? '' };
        const deleted = await app.call(deleteConnection, { params, query: { provider_config_key: provider } });
        expect(deleted).toMatchObject({ success: true, revocation: { outcome: 'revoked' } });
        expect((await passwords()).filter((one) => one.person === person)).toEqual([]);
    }
});

test('a password that was deleted at the site is found out by the daily check', async () => {
    await app.db.deleteFrom('connections').execute();
    const { attempt } = await comeBack();
    const id = attempt.connection_id ?? '';
    await vendor('revoke', { person: 'ada' });
    for (let round = 0; round < 2; round += 1) {
        app.clock.advance(48 * 3_600_000);
        await Promise.all(await probeDue(app.server.deps, 50));
    }
    const { health, auth } = await app.connection(id, provider);
    expect([health.status, auth.state]).toEqual(['needs_reconnect', 'broken']);
    expect(auth.failure?.message).toContain('refused these credentials');
});

test('an import takes a user name and a password, which are checked, and no other type', async () => {
    await comeBack(undefined, { account: 'linus' });
    const password = (await passwords()).at(-1)?.password ?? '';
    const body = {
        provider_config_key: provider,
        connection_id: 'imported',
        ...ofSite(),
        credentials: { type: 'BASIC', username: 'linus', password }
    };
    const wrong = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...body.credentials, password: 'tea' } });
    expect([wrong.status, wrong.json]).toEqual([400, { error: expect.objectContaining({ code: 'connection_test_failed' }) }]);
    const other = await sendJson(app, 'POST', '/connections', { ...body, credentials: { type: 'API_KEY', apiKey: password } });
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('does not support API_KEY')]);
    const imported = await sendJson(app, 'POST', '/connections', body);
    expect([imported.status, imported.json]).toMatchObject([201, { credentials: body.credentials }]);
    const proxied = await app.raw('/proxy/wp/v2/users/me?context=edit', {
        headers: { 'provider-config-key': provider, 'connection-id': 'imported' }
    });
    expect(proxied.json).toMatchObject({ username: 'linus' });
});

test('an integration takes no app, and shows no redirect URI: none is registered', async () => {
    const credentials = { type: 'OAUTH2', client_id: 'a', client_secret: 'b' };
    const refused = await sendJson(app, 'POST', '/integrations', { provider, unique_key: 'with-app', credentials });
    expect(refused.status).toBe(400);
    const { data } = Object((await app.raw(`/integrations/${provider}`)).json);
    expect([data.oauth_app, data.redirect_uri]).toEqual([undefined, undefined]);
    expect((await app.raw(`/providers/${provider}`)).json).toMatchObject({ data: { auth_mode: 'INSTALL_PLUGIN' } });
});
