import { deleteConnection, importConnection, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { markRestored } from '../../credentials/mark-restored.ts';
import { refreshDue } from '../../credentials/refresh-due.ts';
import { storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';
import {
    atGitHub,
    comeBackWith,
    install,
    passTime,
    registerApp,
    registerCustomApp
} from '../../../connect/attempts/installed-app.fixtures.ts';

const key = 'sandbox-custom';
const hourMs = 3_600_000;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { keepRemovedEndpoints: true } });
    await app.integrate(key, { credentials: await registerCustomApp(app) });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('github/clock', { now: app.clock.now().toISOString() });
    await registerCustomApp(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function connect(account = 'ada/analytical-engines'): Promise<string> {
    const { attempt } = await install(app, await app.session(), { account, integrationId: key });
    expect(attempt).toMatchObject({ status: 'succeeded' });
    return attempt.connection_id ?? '';
}

async function tokensOf(id: string) {
    const { credentials } = await app.connection(id, key);
    const { app: ofApp, user } = Object(credentials);
    return { app: String(ofApp.access_token), user: String(user?.access_token) };
}

async function requestsAt(path: string): Promise<unknown[]> {
    return Object(await app.sandbox.control(`github/journal?path_regex=${encodeURIComponent(path)}`)).requests;
}

const read = (id: string, query = '') => app.raw(`/connections/${id}?provider_config_key=${key}${query}`);
const statusAt = async (path: string, token: string) =>
    (await fetch(`${app.sandbox.url}/github/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

test('the app is installed by who signs in: both tokens are kept, in the form of the wire, and calls carry the app’s', async () => {
    const id = await connect();
    const connection = await app.connection(id, key);
    const end = expect.stringMatching(/Z$/);
    expect(connection.credentials).toEqual({
        type: 'CUSTOM',
        app: { type: 'APP', access_token: expect.stringMatching(/^ghs_/), expires_at: end, raw: expect.any(Object) },
        user: { type: 'OAUTH2', access_token: expect.stringMatching(/^ghu_/), expires_at: end, raw: expect.any(Object) },
        raw: expect.objectContaining({ access_token: expect.stringMatching(/^ghu_/) })
    });
    expect(connection.connection_config).toEqual({ installation_id: expect.stringMatching(/^\d+$/), app_id: '4711' });
    expect(JSON.stringify(connection)).not.toContain('ghr_');
    expect(JSON.stringify((await read(id, '&refresh_token=true')).json)).toContain('ghr_');
    const headers = { 'provider-config-key': key, 'connection-id': id };
    expect((await app.raw('/proxy/installation/repositories', { headers })).status).toBe(200);
    const { app: ofApp, user } = await tokensOf(id);
    expect([await statusAt('/user', user), await statusAt('/user', ofApp)]).toEqual([200, 401]);
    const row = await storedConnection(app, id);
    for (const token of [ofApp, user]) {
        expect(row?.credentials.includes(token)).toBe(false);
        expect(app.logLines.join('\n')).not.toContain(token);
    }
});

test('without a sign-in there is no connection, and the setting to turn on is named', async () => {
    await registerApp(app, { asksUser: false });
    const { attempt } = await install(app, await app.session(), { integrationId: key });
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect((await storedAttempt(app, attempt.attempt_id)).provider_text).toBe(
        'Sandbox (app on behalf of a user) did not say who installed the app. Turn on “Request user authorization (OAuth) during installation” in its settings.'
    );
});

test('who does not reach the installation is refused, and the token of who signed in is taken back', async () => {
    const victim = await atGitHub(app, 'flow-matic', 'install');
    const options = { integrationId: key };
    const { attempt } = await comeBackWith(app, await app.session(), (query) => query.set('installation_id', victim), options);
    expect(attempt).toMatchObject({ code: 'provider_error', provider_text: expect.stringContaining('You cannot reach') });
    await vi.waitFor(async () => expect(await requestsAt('/applications/')).toHaveLength(1));
});

test('who may not install the app asks an owner, and waits', async () => {
    const { attempt } = await install(app, await app.session(), { account: 'grace/analytical-engines', integrationId: key });
    expect(attempt).toMatchObject({ status: 'pending_approval', connection_id: null });
});

test('each hour the token of the app is new; that of the person once it ends soon, or by force', async () => {
    const id = await connect();
    const first = await tokensOf(id);
    await passTime(app, hourMs);
    const second = await tokensOf(id);
    expect([second.app === first.app, second.user === first.user]).toEqual([false, true]);
    await passTime(app, 7 * hourMs - 10 * 60_000);
    const third = await tokensOf(id);
    expect([third.app === second.app, third.user === second.user]).toEqual([false, false]);
    expect([await statusAt('/user', second.user), await statusAt('/user', third.user)]).toEqual([401, 200]);
    await passTime(app, 60_000);
    await read(id, '&force_refresh=true');
    const fourth = await tokensOf(id);
    expect([fourth.app === third.app, fourth.user === third.user]).toEqual([false, false]);
});

test('one of many who read at once renews both tokens, and the refresh token is used once', async () => {
    const id = await connect();
    await passTime(app, 8 * hourMs);
    await app.sandbox.control('github/journal', undefined, 'DELETE');
    const all = await Promise.all(Array.from({ length: 5 }, () => tokensOf(id)));
    expect(new Set(all.map(({ user }) => user)).size).toBe(1);
    expect([(await requestsAt('/oauth/access_token$')).length, (await requestsAt('/access_tokens$')).length]).toEqual([1, 1]);
});

test('the background renews before a refresh token that is not used ends, and looks each day', async () => {
    const id = await connect();
    const { refresh_due_at: due } = (await storedConnection(app, id)) ?? {};
    const inMs = (due?.getTime() ?? 0) - app.clock.now().getTime();
    expect(inMs).toBeGreaterThan(11 * hourMs);
    expect(inMs).toBeLessThan(18 * hourMs);
});

test('a refresh token that took the place of another is stored before the app asks for its token', async () => {
    const id = await connect();
    await passTime(app, 8 * hourMs);
    await app.sandbox.control('github/faults', [{ match: { path_regex: '/access_tokens$' }, action: { type: 'status', code: 503 } }]);
    expect(outcomeOf(await read(id))).toBe('424 invalid_credentials');
    await app.sandbox.control('github/faults', []);
    await app.sandbox.control('github/journal', undefined, 'DELETE');
    await read(id, '&force_refresh=true');
    expect((await app.connection(id, key)).health.status).toBe('healthy');
    const { user } = await tokensOf(id);
    expect(await statusAt('/user', user)).toBe(200);
    // Its predecessor would have been refused.
    expect(JSON.stringify(await requestsAt('/oauth/access_token$'))).not.toContain('bad_refresh_token');
});

test('where people cannot sign in for a while, the app goes on, and the person’s token is renewed after that', async () => {
    const id = await connect();
    const first = await tokensOf(id);
    await app.sandbox.control('github/faults', [{ match: { path_regex: '/oauth/access_token$' }, action: { type: 'status', code: 503 } }]);
    await passTime(app, 8 * hourMs);
    const second = await tokensOf(id);
    expect([second.app === first.app, second.user === first.user]).toEqual([false, true]);
    await app.sandbox.control('github/faults', []);
    await passTime(app, 60_000);
    expect(await statusAt('/user', (await tokensOf(id)).user)).toBe(200);
});

test('calls go on while people cannot sign in for hours, however often that was tried', async () => {
    const id = await connect();
    await passTime(app, 8 * hourMs);
    await app.sandbox.control('github/faults', [{ match: { path_regex: '/oauth/access_token$' }, action: { type: 'status', code: 503 } }]);
    const statuses = new Set<number>();
    for (let minute = 0; minute < 2 * 60; minute += 2) {
        statuses.add((await read(id)).status);
        await Promise.all(await refreshDue(app.server.deps, 10));
        await passTime(app, 2 * 60_000);
    }
    expect(statuses).toEqual(new Set([200]));
});

test('a wrong client secret is told once while the app’s own key goes on, and ends when that client is accepted', async () => {
    const [one, other] = [await connect(), await connect('grace/flow-matic')];
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: { type: 'CUSTOM', client_secret: 'other' } } });
    const refusal = async () =>
        (await app.db.selectFrom('integrations').select('app_refusal').where('unique_key', '=', key).executeTakeFirst())?.app_refusal;
    expect((await read(one, '&force_refresh=true')).status).toBe(424);
    const told = await refusal();
    expect(told).toMatchObject({ of_sign_in: true, tries: 1 });
    // The app’s token alone is due, which takes no client secret.
    await passTime(app, hourMs);
    const { app: before } = await tokensOf(other);
    expect((await read(other)).status).toBe(200);
    expect((await tokensOf(other)).app).toBe(before);
    expect(await refusal()).toMatchObject({ event_id: told?.event_id });
    // And so it goes on when the person’s token has ended.
    await passTime(app, 7 * hourMs);
    for (let round = 0; round < 3; round += 1) {
        expect((await read(other)).status).toBe(200);
        await Promise.all(await refreshDue(app.server.deps, 10));
        expect(await refusal()).toMatchObject({ of_sign_in: true, event_id: told?.event_id });
        expect(await storedConnection(app, other)).toMatchObject({ auth_state: 'failing', auth_failure: { cause: 'app_refused' } });
        await passTime(app, hourMs);
    }
    const { client_secret } = await registerCustomApp(app);
    await app.sandbox.control('github/faults', [
        {
            match: { path_regex: '/oauth/access_token$' },
            action: { type: 'status', code: 200, body: { access_token: 'ghu_a', token_type: 'bearer' } }
        }
    ]);
    expect([(await read(one, '&force_refresh=true')).status, await refusal()]).toEqual([200, null]);
    await app.sandbox.control('github/faults', []);
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: { type: 'CUSTOM', client_secret } } });
});

test('after a restored backup both tokens’ connection is on the list until it is asked about', async () => {
    const id = await connect();
    await markRestored(app.server.deps, app.clock.now());
    const { health } = await app.connection(id, key);
    expect(health.cause?.code).toBe('database_restored');
});

test('a token of a person whose end is not known is renewed with the app’s', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    const { access_token, refresh_token } = Object(await app.sandbox.control('github/people', { account: 'ada' }));
    const credentials = { type: 'CUSTOM', app_id: '4711', installation_id, user: { access_token, refresh_token } };
    await sendJson(app, 'POST', '/connections', { provider_config_key: key, connection_id: 'c4', credentials });
    await passTime(app, hourMs);
    const { user } = await tokensOf('c4');
    expect([user === access_token, await statusAt('/user', user)]).toEqual([false, 200]);
});

test('a person who has taken the access back has to connect again, in the words of the vendor; a reconnect heals it', async () => {
    const id = await connect();
    await app.sandbox.control('github/revoke-people', {});
    await passTime(app, 8 * hourMs);
    const refused = await read(id);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('The refresh token passed is incorrect or expired.')]);
    const { connections } = Object((await app.raw(`/connections?connectionId=${id}`)).json);
    expect(connections[0].health).toMatchObject({ status: 'needs_reconnect', cause: { code: 'access_revoked' } });
    expect(Object((await app.raw(`/integrations/${key}`)).json).data.oauth_app).toMatchObject({ state: 'ok' });
    const options = { account: 'ada/analytical-engines', integrationId: key };
    const { attempt } = await install(app, await app.reconnectSession(id, key), options);
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, key)).health.status).toBe('healthy');
});

test('a key or a client secret that is not the app’s concerns the integration, which says what to check', async () => {
    const id = await connect();
    const own = await registerCustomApp(app);
    const forced = async () => read(id, '&force_refresh=true');
    const appNow = async () => Object((await app.raw(`/integrations/${key}`)).json).data.oauth_app;
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: { type: 'CUSTOM', client_secret: 'other' } } });
    const refused = await forced();
    expect([refused.status, refused.text]).toEqual([424, expect.stringContaining('Check the app id, the private key, the client ID')]);
    expect(await appNow()).toMatchObject({ state: 'refused', client_id: '4711' });
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: own } });
    expect([(await forced()).status, await appNow()]).toMatchObject([200, { state: 'ok' }]);
    await app.sandbox.control('github/key', {});
    expect((await forced()).status).toBe(424);
    const { private_key } = await registerCustomApp(app);
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: { type: 'CUSTOM', private_key } } });
    expect((await forced()).status).toBe(200);
    await app.sandbox.control('github/reset', {});
    await app.call(updateIntegration, { params: { id: key }, body: { credentials: await registerCustomApp(app) } });
});

test('a token of a person that does not end is kept as it is', async () => {
    await app.sandbox.control('github/app', { user_tokens_end: false });
    const id = await connect();
    const first = await tokensOf(id);
    await passTime(app, 30 * 24 * hourMs);
    const later = await tokensOf(id);
    expect([later.app === first.app, later.user === first.user]).toEqual([false, true]);
    expect((await storedConnection(app, id))?.refresh_due_at).toBeNull();
    await app.sandbox.control('github/app', { user_tokens_end: true });
});

test('an installation is imported, with the tokens of who installed it or without', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    const credentials = { type: 'CUSTOM', app_id: '4711', installation_id } as const;
    const body = { provider_config_key: key, connection_id: 'c1', credentials };
    const alone = await app.call(importConnection, { body });
    expect(alone.credentials).toMatchObject({ type: 'CUSTOM', app: { access_token: expect.stringMatching(/^ghs_/) }, user: null });
    const deleted = await app.call(deleteConnection, { params: { connection_id: 'c1' }, query: { provider_config_key: key } });
    expect(deleted.revocation).toMatchObject({ outcome: 'unsupported', reason: expect.stringContaining('The app stays installed') });

    const { user } = await tokensOf(await connect());
    const both = { ...body, credentials: { ...credentials, user: { access_token: user } } };
    expect((await app.call(importConnection, { body: both })).credentials).toMatchObject({ user: { type: 'OAUTH2', access_token: user } });
    const ending = { access_token: user, expires_at: '2030-01-01T00:00:00Z' };
    const refused = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...credentials, user: ending } });
    expect([outcomeOf(refused), errorOf(refused).errors?.[0]?.path]).toEqual([
        '400 invalid_body',
        ['credentials', 'user', 'refresh_token']
    ]);
    const legacy = { provider_config_key: key, connection_id: 'c2', app_id: '4711', installation_id };
    expect((await sendJson(app, 'POST', '/connection', legacy)).status).toBeLessThan(300);
    expect((await app.connection('c2', key)).credentials['type']).toBe('CUSTOM');
});

test('an import that GitHub does not respond to is stored, and its token requested at the first use', async () => {
    const installation_id = await atGitHub(app, 'flow-matic', 'install');
    await app.sandbox.control('github/faults', [{ action: { type: 'status', code: 503 } }]);
    const credentials = { type: 'CUSTOM', app_id: '4711', installation_id };
    expect((await sendJson(app, 'POST', '/connections', { provider_config_key: key, connection_id: 'c3', credentials })).status).toBe(201);
    await app.sandbox.control('github/faults', []);
    await passTime(app, 60_000);
    expect((await tokensOf('c3')).app).toMatch(/^ghs_/);
});

test('a deletion takes back the token of the person, also where it has ended, and leaves the app installed', async () => {
    const id = await connect();
    const { app: ofApp, user } = await tokensOf(id);
    const remove = (connection_id: string) =>
        app.call(deleteConnection, { params: { connection_id }, query: { provider_config_key: key } });
    expect((await remove(id)).revocation).toEqual({ outcome: 'revoked' });
    expect([await statusAt('/user', user), await statusAt('/installation/repositories', ofApp)]).toEqual([401, 200]);
    const other = await connect();
    await passTime(app, 9 * hourMs);
    expect((await remove(other)).revocation).toEqual({ outcome: 'revoked' });
    // The new token of the person is taken back although the app, which is not there, gets none.
    const orphan = await connect();
    await passTime(app, 9 * hourMs);
    await atGitHub(app, 'analytical-engines', 'uninstall');
    await app.sandbox.control('github/journal', undefined, 'DELETE');
    await remove(orphan);
    const calls = JSON.stringify(await requestsAt('/applications/'));
    expect(calls).toContain('"status":204');
});

test('the app of an integration is entered, read with the scope alone, and needs its client', async () => {
    const own = await registerCustomApp(app);
    const stored = Object((await app.raw(`/integrations/${key}?include=credentials`)).json).data;
    expect(stored.credentials).toEqual({ ...own, webhook_secret: null });
    expect(JSON.stringify((await app.raw(`/integrations/${key}`)).json)).not.toContain(own.client_secret);
    const { client_secret: _, ...without } = own;
    const make = (credentials: object) => sendJson(app, 'POST', '/integrations', { provider: key, unique_key: 'other', credentials });
    expect([outcomeOf(await make(without)), errorOf(await make(without)).errors?.[0]?.path]).toEqual([
        '400 invalid_body',
        ['credentials', 'client_secret']
    ]);
    const none = await sendJson(app, 'POST', '/integrations', { provider: key, unique_key: 'other' });
    expect([outcomeOf(none), errorOf(none).message]).toEqual(['400 invalid_body', expect.stringContaining('"type": "CUSTOM"')]);
    expect(outcomeOf(await make({ ...own, type: 'APP' }))).toBe('400 invalid_body');
});

test('the doctor asks both halves of the app', async () => {
    const own = await registerCustomApp(app);
    await app.integrate(key, { unique_key: 'wrong-secret', credentials: { ...own, client_secret: 'tea' } });
    const codes = async (integration: string) => {
        const { data } = Object((await app.raw(`/doctor?integration=${integration}`)).json);
        return data.findings.map(({ code }: { code: string }) => code);
    };
    const refusals = ['client_id_unknown', 'client_secret_refused', 'redirect_uri_mismatch'];
    expect((await codes(key)).filter((code: string) => refusals.includes(code))).toEqual([]);
    expect(await codes('wrong-secret')).toContain('client_secret_refused');
    await app.sandbox.control('github/app', { callback_url: 'https://elsewhere.example/oauth/callback' });
    expect(await codes(key)).toContain('redirect_uri_mismatch');
    await registerCustomApp(app);
    await app.sandbox.control('github/key', {});
    expect(await codes(key)).toContain('client_secret_refused');
});
