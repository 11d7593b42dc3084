import { deleteConnection, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { continueBy } from '../approval.fixtures.ts';
import { eventsAbout, read, startSignIn, storedAttempt, storedConnection } from '../attempts.fixtures.ts';
import { atGitHub, comeBackWith, install, passTime, registerApp } from '../installed-app.fixtures.ts';

const key = 'sandbox-app';
const withUsers = 'asks-users';
const hourMs = 3_600_000;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { appName: 'Acme' } });
    await app.integrate('sandbox-app', { credentials: await registerApp(app) });
    await app.integrate('sandbox-app', { unique_key: withUsers, credentials: await registerApp(app, { asksUser: true }) });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('github/clock', { now: app.clock.now().toISOString() });
    await registerApp(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function connect(account?: string): Promise<string> {
    const { attempt } = await install(app, await app.session(), account === undefined ? {} : { account });
    expect(attempt).toMatchObject({ status: 'succeeded' });
    return attempt.connection_id ?? '';
}

/** The operator enters the key that the app has now. */
async function enterKey(): Promise<void> {
    const { private_key } = await registerApp(app);
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: { type: 'APP', private_key } } });
}

test('an app is installed: its token lets calls in, in the form of the wire, and its account is known', async () => {
    const endUser = await app.session({ end_user: { id: 'noor' } });
    const { attempt, html } = await install(app, endUser);
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'analytical-engines', is_new: true });
    expect(html).toContain('connected');
    const connection = await app.connection(attempt.connection_id ?? '', key);
    expect(connection.credentials).toEqual({
        type: 'APP',
        access_token: expect.stringMatching(/^ghs_/),
        expires_at: expect.any(String),
        raw: expect.objectContaining({ permissions: { contents: 'read', metadata: 'read' } })
    });
    expect(connection).toMatchObject({
        connection_config: { installation_id: expect.stringMatching(/^\d+$/), app_id: '4711' },
        end_user: { id: 'noor' },
        verified_at: expect.any(String)
    });
    const repositories = await app.raw('/proxy/installation/repositories', {
        headers: { 'provider-config-key': key, 'connection-id': connection.connection_id }
    });
    expect([repositories.status, repositories.json]).toMatchObject([200, { repositories: [{ full_name: 'analytical-engines/mill' }, {}] }]);
    expect(await eventsAbout(app, connection.connection_id)).toMatchObject([{ operation: 'creation', authMode: 'APP', success: true }]);
});

test('neither the private key nor a token of the app is in a row, a log line or a response without the scope', async () => {
    const id = await connect();
    const { private_key: pem } = await registerApp(app);
    const secret = pem.split('\n')[3] ?? '';
    const token = String((await app.connection(id, key)).credentials['access_token']);
    const row = await storedConnection(app, id);
    expect(row?.credentials.includes(token)).toBe(false);
    for (const text of [secret, token, 'eyJhbGciOiJSUzI1NiI']) expect(app.logLines.join('\n')).not.toContain(text);
    for (const path of ['/integrations', `/integrations/${key}`]) expect((await app.raw(path)).text).not.toContain(secret);
});

test('a token is minted anew before it ends, after the provider refuses it, and for one of many at once', async () => {
    const id = await connect();
    const tokenOf = async () => String((await app.connection(id, key)).credentials['access_token']);
    const first = await tokenOf();
    await passTime(app, 40 * 60_000);
    expect(await tokenOf()).toBe(first);
    await passTime(app, 10 * 60_000);
    const second = await tokenOf();
    expect(second).not.toBe(first);
    await passTime(app, hourMs);
    await app.sandbox.control('github/journal', undefined, 'DELETE');
    const renewed = new Set(await Promise.all(Array.from({ length: 5 }, tokenOf)));
    expect([renewed.size, renewed.has(second)]).toEqual([1, false]);
    const journal = Object(await app.sandbox.control('github/journal?path_regex=access_tokens'));
    expect(journal.requests).toHaveLength(1);

    await passTime(app, 2 * 60_000);
    await app.sandbox.control('github/end-tokens', {});
    const headers = { 'provider-config-key': key, 'connection-id': id };
    expect((await app.raw('/proxy/installation/repositories', { headers })).status).toBe(200);
    expect(renewed.has(await tokenOf())).toBe(false);
});

test('an installation that is gone or suspended ends the access, and an installation of the same account heals it', async () => {
    const id = await connect('grace/flow-matic');
    await atGitHub(app, 'flow-matic', 'suspend');
    await passTime(app, hourMs);
    const get = () => app.raw(`/connections/${id}?provider_config_key=${key}`);
    expect([(await get()).status, (await get()).text]).toEqual([400, expect.stringContaining('This installation has been suspended')]);
    await atGitHub(app, 'flow-matic', 'uninstall');
    const { connections } = Object((await app.raw(`/connections?connectionId=${id}`)).json);
    expect(connections[0].health).toMatchObject({ status: 'needs_reconnect', cause: { code: 'access_revoked' } });

    const endUser = await app.reconnectSession(id, key);
    const other = await install(app, endUser, { account: 'ada' });
    expect(other.attempt).toMatchObject({ status: 'account_mismatch', was: 'flow-matic', now: 'ada' });
    const { attempt } = await install(app, endUser, { account: 'grace/flow-matic' });
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, key)).health.status).toBe('healthy');
});

test('T-100: an installation id from elsewhere is refused: one of no app, and one that was not made in this sign-in', async () => {
    const victim = await atGitHub(app, 'flow-matic', 'install');
    await passTime(app, hourMs);
    const stolen = await comeBackWith(app, await app.session(), (query) => query.set('installation_id', victim));
    expect(stolen.attempt).toMatchObject({
        status: 'failed',
        code: 'provider_error',
        provider_text: 'This installation was neither made nor changed now. Change it in Sandbox (installed app), and save it there.'
    });
    const unknown = await comeBackWith(app, await app.session(), (query) => query.set('installation_id', '1'));
    expect(unknown.attempt).toMatchObject({ status: 'failed', code: 'provider_error', provider_text: 'Not Found' });
    for (const value of ['../1', '', 'x'.repeat(30)]) {
        const odd = await comeBackWith(app, await app.session(), (query) => query.set('installation_id', value));
        expect(odd.attempt).toMatchObject({ status: 'failed', code: 'provider_error' });
    }
    const twice = await comeBackWith(app, await app.session(), (query) => query.append('installation_id', victim));
    expect(twice.attempt).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect((await app.connections()).filter(({ tags }) => tags === undefined)).toEqual([]);
});

test('T-100: where people sign in while they install, an installation is refused to who does not reach it', async () => {
    await registerApp(app, { asksUser: true });
    const options = { integrationId: withUsers };
    const victim = await atGitHub(app, 'flow-matic', 'install');
    const stolen = await comeBackWith(app, await app.session(), (query) => query.set('installation_id', victim), options);
    expect(stolen.attempt).toMatchObject({
        code: 'provider_error',
        provider_text: 'You cannot reach this installation in Sandbox (installed app).'
    });
    const withoutCode = await comeBackWith(app, await app.session(), (query) => query.delete('code'), options);
    expect(withoutCode.attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured', provider_text: null });
    const wrongCode = await comeBackWith(app, await app.session(), (query) => query.set('code', 'none'), options);
    expect(wrongCode.attempt).toMatchObject({ status: 'failed', code: 'provider_error' });

    // Installed long ago: a user with access to it may connect it.
    await passTime(app, hourMs);
    const { attempt } = await install(app, await app.session(), { ...options, account: 'grace/flow-matic' });
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'flow-matic' });
    const journal = JSON.stringify(await app.sandbox.control('github/journal'));
    expect(journal).not.toContain('sandbox-github-app-secret');
    expect(app.logLines.join('\n')).not.toMatch(/ghu_/);
});

test('who may not install it asks an owner, is told that it waits, and finishes by the link in the same browser', async () => {
    const endUser = await app.session();
    const { attempt, html, browser } = await install(app, endUser, { account: 'grace/analytical-engines' });
    expect(attempt).toMatchObject({ status: 'pending_approval', connection_id: null });
    expect(html).toContain('Waiting for approval');
    await passTime(app, 3 * 24 * hourMs);
    await atGitHub(app, 'analytical-engines', 'install');
    const end = await continueBy(browser, attempt.approval_url ?? '', { account: 'ada/analytical-engines' });
    expect(end.html).toContain('Go back to Acme.');
    expect(await storedAttempt(app, attempt.attempt_id)).toMatchObject({ status: 'succeeded', now_label: 'analytical-engines' });
});

test('a wrong clock and a key that is not the app’s are told to the customer, and renewals wait for the integration', async () => {
    const failure = async () => {
        const { attempt } = await install(app, await app.session(), { account: 'ada' });
        return { code: attempt.code, said: (await storedAttempt(app, attempt.attempt_id)).provider_text };
    };
    const id = await connect('grace');
    for (const [ms, words] of [
        [-200_000, 'seconds ahead of that of Sandbox (installed app). Set it right.'],
        [3_600_000, 'seconds behind that of Sandbox (installed app). Set it right.']
    ] as const) {
        await app.sandbox.control('github/clock', { now: new Date(app.clock.now().getTime() + ms).toISOString() });
        const { code, said } = await failure();
        expect([code, said]).toEqual(['integration_misconfigured', expect.stringContaining('The clock of this server is')]);
        expect(said).toContain(words);
    }
    await app.sandbox.control('github/clock', { now: app.clock.now().toISOString() });
    await app.sandbox.control('github/key', {});
    expect(await failure()).toEqual({ code: 'integration_misconfigured', said: 'A JSON web token could not be decoded' });
    const refused = await app.raw(`/connections/${id}?provider_config_key=${key}&force_refresh=true`);
    expect([refused.status, refused.text]).toEqual([424, expect.stringContaining('Check the app id and the private key')]);
    expect(Object((await app.raw(`/integrations/${key}`)).json).data.oauth_app).toMatchObject({ state: 'refused', client_id: '4711' });

    await enterKey();
    expect(Object((await app.raw(`/integrations/${key}`)).json).data.oauth_app).toMatchObject({ state: 'ok' });
    expect((await app.raw(`/connections/${id}?provider_config_key=${key}&force_refresh=true`)).status).toBe(200);
    expect((await app.connection(id, key)).health.status).toBe('healthy');
    await app.sandbox.control('github/reset', {});
    await enterKey();
});

test('a state is good once, in its browser, and for its integration; a provider that is down can be tried again', async () => {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, key);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl, { account: 'ada' });
    expect((await app.browser().get(callback)).html).toContain('Finish where you started');
    await app.sandbox.control('github/faults', [{ match: { path_regex: 'installations/' }, action: { type: 'status', code: 502 } }]);
    await browser.get(callback);
    expect(await read(endUser, id)).toMatchObject({ status: 'failed', code: 'provider_down' });
    await app.sandbox.control('github/faults', []);
    expect((await browser.get(callback)).status).toBe(400);
    expect((await storedAttempt(app, id)).status).toBe('failed');
});

test('the address that clients of the reference have registered is the callback too; without a state it leads back', async () => {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, key);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl, { account: 'ada' });
    callback.pathname = '/app-auth/connect';
    await browser.get(callback);
    expect(await read(endUser, id)).toMatchObject({ status: 'succeeded' });

    const path = '/app-auth/connect?installation_id=1&setup_action=update';
    const back = await app.raw(path, { headers: { referer: `${app.sandbox.url}/github/settings` } });
    expect([back.status, back.headers.get('location')]).toEqual([302, `${app.sandbox.url}/github/settings`]);
    expect((await app.raw(path, { headers: { referer: 'https://evil.example/' } })).status).not.toBe(302);
});

test('a deletion leaves the app installed, and says who can uninstall it', async () => {
    const id = await connect('grace/flow-matic');
    const deleted = await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: key } });
    expect(deleted.revocation).toEqual({
        outcome: 'unsupported',
        reason: 'The app stays installed. An owner of the account can uninstall it in the settings of Sandbox (installed app).'
    });
});
