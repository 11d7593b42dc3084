import { getConnection, importConnection } from '@patchbay/contracts';
import { BASIC_USERS, BILL_DEV_KEY, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { brokenResponses } from '../../../connect/attempts/broken-responses.fixtures.ts';
import { breakProvider, requestsAt, start, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-bill');
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const minuteMs = 60_000;
const password = BASIC_USERS[0]?.password ?? '';
const ada = { username: 'ada', password, organization_id: '008acme', dev_key: BILL_DEV_KEY };
const logins = () => requestsAt(app, '^/bill/v3/login$');
const proxied = (id: string) =>
    app.raw('/proxy/v3/login/session', { headers: { 'provider-config-key': 'sandbox-bill', 'connection-id': id } });

async function connect(): Promise<string> {
    const attempt = await start(await app.session(), 'sandbox-bill', { credentials: ada });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'Acme Ltd' });
    return attempt.connection_id ?? '';
}

test('a session is begun and sent, in the wire form of its type, sealed and hidden without the scope', async () => {
    const id = await connect();
    const { credentials } = await app.connection(id, 'sandbox-bill');
    const session = String(credentials['session_id']);
    expect(credentials).toEqual({
        type: 'BILL',
        ...ada,
        session_id: expect.stringMatching(/^token-/),
        user_id: '006ada',
        expires_at: expect.any(String),
        raw: { sessionId: session, organizationId: '008acme', userId: '006ada' }
    });
    expect((await proxied(id)).json).toEqual({ organizationId: '008acme', organizationName: 'Acme Ltd', userId: '006ada' });
    const row = await storedConnection(app, id);
    for (const secret of [session, BILL_DEV_KEY]) {
        expect(row?.credentials.includes(secret)).toBe(false);
        expect(JSON.stringify(app.logLines)).not.toContain(secret);
    }
    const token = await keyWith(app, ['environment:connections:read']);
    const query = { provider_config_key: 'sandbox-bill' };
    expect(await app.call(getConnection, { token, params: { connection_id: id }, query })).toMatchObject({ credentials: {} });
});

test.each([
    ['a password', { password: 'not-hers' }, 'The user or the password is wrong.'],
    ['a developer key', { dev_key: 'not-the-key' }, 'The developer key is not valid.'],
    ['an organization', { organization_id: '008elsewhere' }, 'The user does not belong to this organization.']
])('%s that is refused is said in the words of the provider', async (_name, change, words) => {
    const attempt = await start(await app.session(), 'sandbox-bill', { credentials: { ...ada, ...change } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'credentials_rejected', provider_text: words });
});

test.each(brokenResponses)('a sign-in that gets %s is provider_down', async (_name, action) => {
    await breakProvider(app, '^/bill/v3/login$', action);
    expect(await start(await app.session(), 'sandbox-bill', { credentials: ada })).toMatchObject({
        status: 'failed',
        code: 'provider_down'
    });
});

test('a session is renewed before it ends for want of calls', async () => {
    const id = await connect();
    const first = await app.connection(id, 'sandbox-bill');
    app.clock.advance(40 * minuteMs);
    const second = await app.connection(id, 'sandbox-bill');
    expect(second.credentials['session_id']).not.toBe(first.credentials['session_id']);
    expect(await logins()).toBe(2);
});

test('a password that no longer holds breaks the connection in words, and a reconnect heals it under the same id', async () => {
    const id = await connect();
    const rotated = (await app.sandbox.control('rotate', { user: 'ada' })) as { password: string };
    app.clock.advance(40 * minuteMs);
    const ended = await app.raw(`/connections/${id}?provider_config_key=sandbox-bill`);
    expect(outcomeOf(ended)).toBe('400 invalid_credentials');
    expect(errorOf(ended).message).toContain('The user or the password is wrong.');
    const endUser = await app.reconnectSession(id, 'sandbox-bill');
    const again = await start(endUser, 'sandbox-bill', { credentials: { ...ada, password: rotated.password } });
    expect(again).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
    expect((await proxied(id)).status).toBe(200);
});

test('an import begins a session, or says why there is none', async () => {
    const body = { provider_config_key: 'sandbox-bill', connection_id: 'imported', credentials: { type: 'BILL', ...ada } as const };
    expect(await app.call(importConnection, { body })).toMatchObject({
        credentials: { ...ada, session_id: expect.any(String) },
        verified_at: expect.any(String)
    });
    const refused = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...body.credentials, password: 'not-hers' } });
    expect(outcomeOf(refused)).toBe('400 connection_test_failed');
    expect(errorOf(refused).message).toContain('The user or the password is wrong.');
    const wrong = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...body.credentials, organization_id: '9' } });
    expect([outcomeOf(wrong), errorOf(wrong).errors?.[0]?.path]).toEqual(['400 invalid_body', ['credentials', 'organization_id']]);
});

test('a client of the reference connects, and is told of refused credentials by its code', async () => {
    const { token } = await app.session();
    const right = await post(app, '/auth/bill/sandbox-bill', { token, body: ada });
    expect(right.json).toEqual({ connectionId: expect.any(String), providerConfigKey: 'sandbox-bill' });
    const wrong = await post(app, '/auth/bill/sandbox-bill', { token, body: { ...ada, password: 'not-hers' } });
    expect(outcomeOf(wrong)).toBe('400 connection_test_failed');
});
