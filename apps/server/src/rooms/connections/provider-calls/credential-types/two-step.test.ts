import { getConnection, importConnection } from '@patchbay/contracts';
import { providers, type TwoStepProvider } from '@patchbay/providers';
import { BASIC_USERS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { brokenResponses } from '../../../connect/attempts/broken-responses.fixtures.ts';
import { breakProvider, requestsAt, start, storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';

const sandbox = providers.get('sandbox-two-step') as TwoStepProvider;
const { refresh_step: _refresh, ...withoutRefresh } = sandbox;
const login = { 'user.name': '${credentials.username}', 'user.password': '${credentials.password}' };
/** The sandbox, as vendors differ. */
const variants: TwoStepProvider[] = [
    { ...sandbox, id: 'by-form', body_format: 'form' },
    { ...sandbox, id: 'by-xml', body_format: 'xml', additional_steps: ticketFrom('step1.login.data.ticket') },
    { ...sandbox, id: 'by-get', token_request_method: 'GET', token_params: login },
    { ...withoutRefresh, id: 'ends-unstated', token_response: { token: 'data.token' } },
    { ...withoutRefresh, id: 'ends-by-definition', token_response: { token: 'data.token' }, token_expires_in_ms: 7_200_000 },
    {
        ...withoutRefresh,
        id: 'ends-at',
        token_response: { token: 'data.token', token_expiration: 'at', token_expiration_strategy: 'expireAt' }
    }
];

function ticketFrom(path: string) {
    return [{ ...sandbox.additional_steps?.[0], token_url: '${sandboxUrl}/session/v1/token', token_params: { ticket: `\${${path}}` } }];
}

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, ...variants.map((variant) => [variant.id, variant] as const)]) });
    for (const id of ['sandbox-two-step', 'sandbox-api-key', ...variants.map((variant) => variant.id)]) await app.integrate(id);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const ada = { username: 'ada', password: BASIC_USERS[0]?.password ?? '' };
const minuteMs = 60_000;
const renewals = () => requestsAt(app, '^/session/v1/renewal$');
const logins = () => requestsAt(app, '^/session/v1/login$');

async function connect(integration = 'sandbox-two-step'): Promise<string> {
    const attempt = await start(await app.session({ end_user: { id: 'typist' } }), integration, { credentials: ada });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null });
    return attempt.connection_id ?? '';
}

const proxied = (id: string, integration = 'sandbox-two-step') =>
    app.raw('/proxy/v1/account', { headers: { 'provider-config-key': integration, 'connection-id': id } });

test('a login in two requests brings a token that the proxy sends, in the wire form of its type', async () => {
    const attempt = await start(await app.session(), 'sandbox-two-step', { credentials: ada });
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Ada Lovelace', is_new: true });
    const id = attempt.connection_id ?? '';
    const { credentials } = await app.connection(id, 'sandbox-two-step');
    expect(credentials).toEqual({
        type: 'TWO_STEP',
        ...ada,
        token: expect.stringMatching(/^token-/),
        expires_at: expect.any(String),
        raw: { data: { token: credentials['token'], renewal: expect.stringMatching(/^renewal-/), expires_in: 1800 } }
    });
    expect((await proxied(id)).json).toEqual({ id: 'ada', name: 'Ada Lovelace' });
});

test.each(['by-form', 'by-xml', 'by-get'])('%s the first request reaches the provider as it wants it', async (id) => {
    expect((await proxied(await connect(id), id)).json).toEqual({ id: 'ada', name: 'Ada Lovelace' });
});

test('what was typed is sealed, hidden without the scope, and in no log line, also of a request with a query', async () => {
    const canary = 'canary-password-+&"<ü> 0123456789';
    for (const integration of ['sandbox-two-step', 'by-form', 'by-xml', 'by-get'])
        expect(await start(await app.session(), integration, { credentials: { username: 'ada', password: canary } })).toMatchObject({
            status: 'failed',
            code: 'credentials_rejected'
        });
    const id = await connect();
    const { credentials } = await app.connection(id, 'sandbox-two-step');
    const row = await storedConnection(app, id);
    for (const secret of [ada.password, String(credentials['token'])]) expect(row?.credentials.includes(secret)).toBe(false);
    const logs = await app.db
        .selectFrom('request_log' as never)
        .selectAll()
        .execute();
    for (const secret of [canary, encodeURIComponent(canary), new URLSearchParams({ canary }).toString().slice(7), credentials['token']])
        expect(JSON.stringify([app.logLines, logs])).not.toContain(secret);
    const token = await keyWith(app, ['environment:connections:read']);
    expect(
        await app.call(getConnection, { token, params: { connection_id: id }, query: { provider_config_key: 'sandbox-two-step' } })
    ).toMatchObject({ credentials: {} });
});

test('refused credentials are said in the provider’s words, and nothing is stored', async () => {
    const { length: before } = await app.connections();
    const attempt = await start(await app.session(), 'sandbox-two-step', { credentials: { ...ada, password: 'not-hers' } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'credentials_rejected', provider_text: 'The user or the password is wrong.' });
    expect(await app.connections()).toHaveLength(before);
    expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
});

test.each(brokenResponses)('a login that gets %s is provider_down, in either request', async (_name, action) => {
    for (const path of ['^/session/v1/login$', '^/session/v1/token$']) {
        await breakProvider(app, path, action);
        expect(await start(await app.session(), 'sandbox-two-step', { credentials: ada })).toMatchObject({
            status: 'failed',
            code: 'provider_down'
        });
    }
});

test('a token is renewed by its refresh token, and by a login once that is refused', async () => {
    const id = await connect();
    const first = await app.connection(id, 'sandbox-two-step');
    app.clock.advance(20 * minuteMs);
    const second = await app.connection(id, 'sandbox-two-step');
    expect(second.credentials).toMatchObject({ ...ada, type: 'TWO_STEP', token: expect.stringMatching(/^token-/) });
    expect(second.credentials['token']).not.toBe(first.credentials['token']);
    expect([await renewals(), await logins()]).toEqual([1, 1]);

    await breakProvider(app, '^/session/v1/renewal$', { type: 'status', code: 401, body: { code: 'NOT_VALID', message: 'Spent.' } });
    app.clock.advance(20 * minuteMs);
    const third = await app.connection(id, 'sandbox-two-step');
    expect(third.credentials['token']).not.toBe(second.credentials['token']);
    expect([await renewals(), await logins()]).toEqual([2, 2]);
    expect((await proxied(id)).status).toBe(200);
});

test('a password that no longer holds breaks the connection in words, and a reconnect heals it under the same id', async () => {
    const id = await connect();
    const { password } = (await app.sandbox.control('rotate', { user: 'ada' })) as { password: string };
    app.clock.advance(40 * minuteMs);
    const ended = await app.raw(`/connections/${id}?provider_config_key=sandbox-two-step`);
    expect(outcomeOf(ended)).toBe('400 invalid_credentials');
    expect(errorOf(ended).message).toContain(
        'no longer accepts the credentials of this connection (The user or the password is wrong.). Ask the end user to connect again.'
    );
    const endUser = await app.reconnectSession(id, 'sandbox-two-step');
    const again = await start(endUser, 'sandbox-two-step', { credentials: { ...ada, password } });
    expect(again).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
    expect((await proxied(id)).status).toBe(200);
});

test('a login that is refused by a code of the provider’s own ends the access as well', async () => {
    const id = await connect();
    const locked = { error: 'USER_LOCKED', error_description: 'The user is locked.' };
    await breakProvider(app, '^/session/', { type: 'status', code: 400, body: locked });
    app.clock.advance(40 * minuteMs);
    const ended = await app.raw(`/connections/${id}?provider_config_key=sandbox-two-step`);
    expect(outcomeOf(ended)).toBe('400 invalid_credentials');
    expect(errorOf(ended).message).toContain('(USER_LOCKED: The user is locked.). Ask the end user to connect again.');
});

test('a provider that is down while a token is renewed breaks nothing', async () => {
    const id = await connect();
    await breakProvider(app, '^/session/', { type: 'status', code: 503 });
    app.clock.advance(40 * minuteMs);
    const response = await app.raw(`/connections/${id}?provider_config_key=sandbox-two-step`);
    expect(outcomeOf(response)).toBe('424 invalid_credentials');
    await app.sandbox.control('faults', []);
    app.clock.advance(minuteMs);
    expect((await proxied(id)).status).toBe(200);
});

test.each([
    ['ends-unstated', {}, 55 * minuteMs],
    ['ends-by-definition', {}, 120 * minuteMs],
    ['ends-at', { at: '2030-01-01T00:00:00Z' }, Date.parse('2030-01-01T00:00:00Z')],
    ['ends-unstated', { jwt: true }, Date.parse('2031-01-01T00:00:00Z')]
])('%s with %j: the token ends when that says', async (integration, says, end) => {
    const claims = Buffer.from(JSON.stringify({ exp: Date.parse('2031-01-01T00:00:00Z') / 1000 })).toString('base64url');
    const token = 'jwt' in says ? `e30.${claims}.c2ln` : 'a-token';
    await app.sandbox.control('faults', [
        { match: { path_regex: '/v1/token$' }, action: { type: 'status', code: 200, body: { data: { token }, ...says } } },
        { match: { path_regex: '/v1/account$' }, action: { type: 'status', code: 200, body: { id: 'ada', name: 'Ada' } } }
    ]);
    const { credentials } = await app.connection(await connect(integration), integration);
    expect(credentials['token']).toBe(token);
    const ends = Date.parse(String(credentials['expires_at']));
    if (end > 1e12) expect(ends).toBe(end);
    else expect(Math.abs(ends - app.clock.now().getTime() - end)).toBeLessThan(5000);
});

test('an import is kept as it came, renewed with what was typed, and refused without it', async () => {
    const credentials = { type: 'TWO_STEP', token: 'old', ...ada } as const;
    const body = { provider_config_key: 'sandbox-two-step', connection_id: 'imported', credentials };
    expect(await app.call(importConnection, { body })).toMatchObject({ credentials: { ...credentials, raw: credentials } });
    expect((await proxied('imported')).status).toBe(200);
    expect(await logins()).toBe(1);
    for (const [wrong, path] of [
        [{ type: 'TWO_STEP', token: 'old', username: 'ada' }, ['credentials', 'password']],
        [{ ...credentials, other: 'x' }, ['credentials', 'other']],
        [{ ...credentials, username: 5 }, ['credentials', 'username']]
    ] as const) {
        const refused = await sendJson(app, 'POST', '/connections', { ...body, credentials: wrong });
        expect([outcomeOf(refused), errorOf(refused).errors?.[0]?.path]).toEqual(['400 invalid_body', path]);
    }
});

test('a client of the reference connects, and is told of refused credentials by its code', async () => {
    const { token } = await app.session();
    const right = await post(app, '/auth/two-step/sandbox-two-step', { token, body: { type: 'TWO_STEP', ...ada } });
    expect(right.json).toEqual({ connectionId: expect.any(String), providerConfigKey: 'sandbox-two-step' });
    const wrong = await post(app, '/auth/two-step/sandbox-two-step', { token, body: { type: 'TWO_STEP', ...ada, password: 'not-hers' } });
    expect(outcomeOf(wrong)).toBe('400 connection_test_failed');
    expect(errorOf(wrong).message).toMatch(/refused these credentials\. The user or the password is wrong\. \(C-/);
    const missing = await post(app, '/auth/two-step/sandbox-two-step', { token, body: { type: 'TWO_STEP', username: 'ada' } });
    expect(errorOf(missing).errors?.map(({ path }) => path)).toEqual([['password']]);
});

test('the access stays at the provider when the connection is deleted, and that is said', async () => {
    const id = await connect();
    const response = await app.raw(`/connections/${id}?provider_config_key=sandbox-two-step`, { method: 'DELETE' });
    expect(response.json).toMatchObject({ success: true, revocation: { outcome: 'unsupported' } });
});
