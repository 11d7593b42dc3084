import { deleteConnection, getConnection, importConnection } from '@patchbay/contracts';
import { providers, type SignatureProvider } from '@patchbay/providers';
import { BASIC_USERS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { brokenResponses } from '../../../connect/attempts/broken-responses.fixtures.ts';
import { breakProvider, requestsAt, start, storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';
import { probeDue } from '../../credentials/probe-due.ts';

const id = 'sandbox-signature';
const sandbox = providers.get(id) as SignatureProvider;
const byProfile: SignatureProvider = {
    ...sandbox,
    id: 'by-profile',
    signature: { protocol: 'WSSE' },
    proxy: { ...sandbox.proxy, base_url: '${sandboxUrl}/wsse/profile' }
};
const withVariant = { providers: new Map([...providers, [byProfile.id, byProfile] as const]) };

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp(withVariant);
    for (const name of [id, byProfile.id]) await app.integrate(name);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const password = BASIC_USERS[0]?.password ?? '';
const ada = { username: 'ada', password };
const minuteMs = 60_000;
const proxied = (connection: string, { on = app, integration = id, path = '/v1/account' } = {}) =>
    on.raw(`/proxy${path}`, { headers: { 'provider-config-key': integration, 'connection-id': connection, 'x-wsse': 'mine' } });

async function connect(on = app, integration = id): Promise<string> {
    const attempt = await start(await on.session(), integration, { credentials: ada });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'Ada Lovelace' });
    return attempt.connection_id ?? '';
}

test.each([
    [id, '[0-9a-f]{32}'],
    [byProfile.id, '[\\w+/]{22}==']
])('%s: each request has a token of its own, and the stored one has the wire form of its type', async (integration, nonce) => {
    const connection = await connect(app, integration);
    const { credentials } = await app.connection(connection, integration);
    expect(credentials).toEqual({ type: 'SIGNATURE', ...ada, token: expect.any(String), expires_at: expect.any(String) });
    const form = `^UsernameToken Username="ada", PasswordDigest="[\\w+/=]+", Nonce="${nonce}", Created="[\\d-]+T[\\d:]+Z"$`;
    expect(credentials['token']).toMatch(new RegExp(form));
    const leftMs = Date.parse(String(credentials['expires_at'])) - app.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(4 * minuteMs);
    // The vendor takes a nonce once.
    const one = () => proxied(connection, { integration });
    expect((await one()).json).toEqual({ data: { id: 'ada', name: 'Ada Lovelace' } });
    expect((await Promise.all([one(), one(), one()])).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a stored token is good for one request of a caller', async () => {
    const { credentials } = await app.connection(await connect(), id);
    const send = () => fetch(`${app.sandbox.url}/wsse/v1/account`, { headers: { 'x-wsse': String(credentials['token']) } });
    expect([(await send()).status, (await send()).status]).toEqual([200, 401]);
});

test('a redirect on the same origin, and what is sent again after an error, are signed anew', async () => {
    const connection = await connect();
    await breakProvider(app, '^/wsse/v1/moved$', { type: 'redirect', status: 307, location: '/wsse/v1/account' });
    expect((await proxied(connection, { path: '/v1/moved' })).status).toBe(200);
    await breakProvider(app, '^/wsse/v1/account$', { type: 'status', code: 503 }, 1);
    const again = await app.raw('/proxy/v1/account', {
        headers: { 'provider-config-key': id, 'connection-id': connection, retries: '1' }
    });
    expect(again.status).toBe(200);
});

test('the password is sealed, hidden without the scope, and in no log line; nor is a digest', async () => {
    const connection = await connect();
    await proxied(connection);
    expect((await storedConnection(app, connection))?.credentials.includes(password)).toBe(false);
    expect(app.logLines.filter((line) => line.includes('PasswordDigest') || line.includes(`"${password}"`))).toEqual([]);
    const token = await keyWith(app, ['environment:connections:read']);
    const query = { provider_config_key: id };
    expect(await app.call(getConnection, { token, params: { connection_id: connection }, query })).toMatchObject({ credentials: {} });
});

test('refused credentials are said in the words of the provider, and nothing is stored', async () => {
    const { length: before } = await app.connections();
    const attempt = await start(await app.session(), id, { credentials: { ...ada, password: 'not-hers' } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'credentials_rejected', provider_text: 'The user or the secret is wrong.' });
    expect(await app.connections()).toHaveLength(before);
    expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
});

test('a user name that a header cannot carry is said at its field, and the provider is not asked', async () => {
    const endUser = await app.session();
    const body = { integration_id: id, credentials: { ...ada, username: 'a", Nonce="b' } };
    const response = await sendJson(app, 'POST', '/connect/attempts', body, endUser.token);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors).toMatchObject([
        { path: ['credentials', 'username'], message: expect.stringMatching(/quotation mark/) }
    ]);
    expect(await requestsAt(app, '^/wsse/')).toBe(0);
});

test.each(brokenResponses)('a check that gets %s is provider_down', async (_name, action) => {
    await breakProvider(app, '^/wsse/', action);
    const attempt = await start(await app.session(), id, { credentials: ada });
    expect(attempt).toMatchObject({ status: 'failed', code: 'provider_down' });
});

test('a clock that is wrong is said as such, with the seconds, and neither rejects credentials nor breaks connections', async () => {
    await using now = await startTestApp();
    await now.integrate(id);
    const connection = await connect(now);
    now.clock.advance(10 * minuteMs);
    const attempt = await start(await now.session(), id, { credentials: ada });
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    const said = /clock of the Patchbay server is (?:59\d|60\d) seconds \(10 minutes\) ahead of that of Sandbox/;
    expect(JSON.stringify(await storedAttempt(now, attempt.attempt_id))).toMatch(said);
    for (let look = 0; look < 3; look += 1) {
        await now.db.updateTable('connections').set({ probe_due_at: now.clock.now() }).execute();
        await Promise.all(await probeDue(now.server.deps, 10));
    }
    expect((await now.connection(connection, id)).auth).toMatchObject({ state: 'ok', failure: null });
    const imported = await sendJson(now, 'POST', '/connections', {
        provider_config_key: id,
        credentials: { type: 'SIGNATURE', ...ada }
    });
    expect([outcomeOf(imported), errorOf(imported).message]).toEqual(['400 connection_test_failed', expect.stringMatching(said)]);
});

test('the stored token is made anew before it ends, without the provider', async () => {
    await using now = await startTestApp();
    await now.integrate(id);
    const connection = await connect(now);
    const first = await now.connection(connection, id);
    const asked = await requestsAt(now, '^/wsse/');
    now.clock.advance(4 * minuteMs);
    const second = await now.connection(connection, id);
    expect(second.credentials).toMatchObject({ ...ada, type: 'SIGNATURE' });
    expect(second.credentials['token']).not.toBe(first.credentials['token']);
    expect(await requestsAt(now, '^/wsse/')).toBe(asked);
});

test('a password that no longer holds is found by the daily check, and a reconnect heals it under the same id', async () => {
    await using later = await startTestApp();
    await later.integrate(id);
    const connection = await connect(later);
    const rotated = (await later.sandbox.control('rotate', { user: 'ada' })) as { password: string };
    expect((await proxied(connection, { on: later })).status).toBe(401);
    for (let look = 0; look < 2; look += 1) {
        await later.db.updateTable('connections').set({ probe_due_at: later.clock.now() }).execute();
        await Promise.all(await probeDue(later.server.deps, 10));
    }
    const { auth } = await later.connection(connection, id);
    expect(auth).toMatchObject({ state: 'broken', failure: { message: expect.stringContaining('refused these credentials') } });
    const again = await start(await later.reconnectSession(connection, id), id, { credentials: { ...ada, password: rotated.password } });
    expect(again).toMatchObject({ status: 'succeeded', connection_id: connection, is_new: false });
    expect((await proxied(connection, { on: later })).status).toBe(200);
});

test('an import gets its token here, is checked, and refused where it is wrong', async () => {
    const credentials = { type: 'SIGNATURE', ...ada } as const;
    const body = { provider_config_key: id, connection_id: 'imported', credentials };
    expect(await app.call(importConnection, { body })).toMatchObject({
        credentials: { ...credentials, token: expect.stringContaining('UsernameToken') },
        verified_at: expect.any(String)
    });
    const refused = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...credentials, password: 'not-hers' } });
    expect(outcomeOf(refused)).toBe('400 connection_test_failed');
    const wrong = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...credentials, username: 'a"b' } });
    expect([outcomeOf(wrong), errorOf(wrong).errors?.[0]?.path]).toEqual(['400 invalid_body', ['credentials', 'username']]);
});

test('a deletion says that the password stays valid', async () => {
    const connection = await connect();
    const deleted = await app.call(deleteConnection, { params: { connection_id: connection }, query: { provider_config_key: id } });
    expect(deleted).toMatchObject({ revocation: { outcome: 'unsupported' } });
});

test('a client of the reference connects, and is told of refused credentials by its code', async () => {
    const { token } = await app.session();
    const right = await post(app, `/auth/signature/${id}`, { token, body: { type: 'SIGNATURE', ...ada } });
    expect(right.json).toEqual({ connectionId: expect.any(String), providerConfigKey: id });
    const wrong = await post(app, `/auth/signature/${id}`, { token, body: { type: 'SIGNATURE', ...ada, password: 'not-hers' } });
    expect(outcomeOf(wrong)).toBe('400 connection_test_failed');
});
