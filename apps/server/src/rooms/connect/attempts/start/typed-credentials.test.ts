import { listConnections, updateMetadata } from '@patchbay/contracts';
import {
    APPLICATION_SECRET,
    BASIC_USERS,
    BEARER_API_KEYS,
    KEYED_API_KEYS,
    OAUTH_CC_CLIENT,
    startTestApp,
    type TestApp
} from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { brokenResponses } from '../broken-responses.fixtures.ts';
import {
    breakProvider,
    eventsAbout,
    restoreProvider,
    read,
    requestsAt,
    signIn,
    start,
    storedAttempt,
    storedConnection
} from '../attempts.fixtures.ts';

let app: TestApp;
/** Another server of the same, which does not wait long for providers. */
let impatient: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    impatient = await startTestApp({ replicaOf: app, providerTimeouts: { respondMs: 300, checkMs: 1500, tokenMs: 1000 } });
    for (const provider of ['sandbox-api-key', 'sandbox-two-keys', 'sandbox-basic', 'sandbox-oauth2-cc', 'unauthenticated'])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await impatient[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const acme = { credentials: { apiKey: KEYED_API_KEYS.acme }, connection_config: { appSecret: APPLICATION_SECRET } };

/** When a connection was last used is stored a little later. */
const connectionIds = async () => (await app.connections()).map(({ connection_id: id }) => id);

test.each([
    [
        'one key',
        'sandbox-api-key',
        { credentials: { apiKey: BEARER_API_KEYS.acme } },
        { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme },
        'Acme Ltd'
    ],
    ['two keys', 'sandbox-two-keys', acme, { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme }, 'Acme Ltd'],
    [
        'a user and a password',
        'sandbox-basic',
        { credentials: { username: 'ada', password: BASIC_USERS[0]?.password ?? '' } },
        { type: 'BASIC', username: 'ada', password: 'lovelace' },
        'Ada Lovelace'
    ],
    [
        'a client id and secret',
        'sandbox-oauth2-cc',
        { credentials: { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret } },
        {
            type: 'OAUTH2_CC',
            token: expect.any(String),
            client_id: OAUTH_CC_CLIENT.id,
            client_secret: OAUTH_CC_CLIENT.secret,
            expires_at: expect.any(String),
            raw: expect.any(Object)
        },
        null
    ],
    ['nothing at all', 'unauthenticated', {}, {}, null]
])(
    '%s, checked with the provider, become a connection of the session’s end user',
    async (_name, integrationId, typed, credentials, label) => {
        const attempt = await start(await app.session({ end_user: { id: 'typist' } }), integrationId, typed);
        expect(attempt).toMatchObject({
            status: 'succeeded',
            code: null,
            is_new: true,
            account_label: label,
            connection_id: expect.any(String)
        });
        const connection = await app.connection(attempt.connection_id ?? '', integrationId);
        expect(connection.credentials).toEqual(credentials);
        expect(connection.end_user?.id).toBe('typist');
        expect(await eventsAbout(app, attempt.connection_id ?? '')).toMatchObject([
            { operation: 'creation', success: true, providerConfigKey: integrationId, environment: 'dev', endUser: { endUserId: 'typist' } }
        ]);
    }
);

test('a secret field is sealed and answered only with the scope for credentials', async () => {
    const attempt = await start(await app.session(), 'sandbox-two-keys', acme);
    const row = await storedConnection(app, attempt.connection_id ?? '');
    expect(row?.connection_config).toEqual({});
    expect(row?.secret_config.includes(APPLICATION_SECRET)).toBe(false);
    expect((await app.connection(attempt.connection_id ?? '', 'sandbox-two-keys')).connection_config).toEqual({
        appSecret: APPLICATION_SECRET
    });
});

test.each([
    ['a key', 'sandbox-api-key', { credentials: { apiKey: 'wrong' } }],
    ['the second of two keys', 'sandbox-two-keys', { ...acme, connection_config: { appSecret: 'wrong' } }],
    ['a password', 'sandbox-basic', { credentials: { username: 'ada', password: 'wrong' } }],
    ['a client secret', 'sandbox-oauth2-cc', { credentials: { client_id: OAUTH_CC_CLIENT.id, client_secret: 'wrong' } }],
    ['a key that no header can carry', 'sandbox-api-key', { credentials: { apiKey: 'ключ' } }]
])('%s that the provider refuses is credentials_rejected, and nothing is stored', async (_name, integrationId, typed) => {
    const before = await connectionIds();
    const attempt = await start(await app.session(), integrationId, typed);
    expect(attempt).toMatchObject({ status: 'failed', code: 'credentials_rejected', connection_id: null });
    expect(await connectionIds()).toEqual(before);
    expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
});

test.each([
    [401, 'credentials_rejected'],
    [403, 'missing_permissions'],
    [404, 'provider_down'],
    [429, 'provider_down']
])('a check that gets %d is %s, in the provider’s words and without the key', async (status, code) => {
    const key = BEARER_API_KEYS.acme;
    await breakProvider(app, '^/bearer/', { type: 'status', code: status, body: { error: { message: `Key ${key} may not do this.` } } });
    const attempt = await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: key } });
    expect(attempt).toMatchObject({ status: 'failed', code, connection_id: null });
    expect(attempt.provider_text).toMatch(/^Key .* may not do this\.$/);
    expect(attempt.provider_text).not.toContain(key);
});

test.each(brokenResponses)('a check that gets %s is provider_down, and nothing is stored', async (_name, action) => {
    await breakProvider(app, '^/bearer/', action);
    const before = await connectionIds();
    const attempt = await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'provider_down', connection_id: null });
    // Those would be the provider's words, and it had none.
    expect(attempt.provider_text).toBeNull();
    expect(await connectionIds()).toEqual(before);
    expect(JSON.stringify(attempt)).not.toContain(BEARER_API_KEYS.acme);
});

test.each(brokenResponses)('a client credentials grant that gets %s stores nothing', async (_name, action) => {
    await breakProvider(app, '^/oauth/token$', action);
    const before = await connectionIds();
    const typed = { credentials: { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret } };
    expect(await start(await app.session(), 'sandbox-oauth2-cc', typed)).toMatchObject({ status: 'failed', code: 'provider_down' });
    expect(await connectionIds()).toEqual(before);
});

test('T-88: a provider that repeats the key in its refusal does not get it into the response, the row or the log', async () => {
    const key = 'canary-key-of-an-end-user-0123456789';
    await breakProvider(app, '^/bearer/', { type: 'status', code: 401, body: { message: `The key ${key} is wrong` } });
    const attempt = await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: key } });
    expect(attempt.code).toBe('credentials_rejected');
    expect(JSON.stringify([attempt, await storedAttempt(app, attempt.attempt_id), app.logLines])).not.toContain(key);
});

test('T-54, T-56: a check is not taken to another host by a redirect', async () => {
    await breakProvider(app, '^/bearer/', {
        type: 'redirect',
        status: 307,
        location: `${app.sandbox.url.replace('localhost', '127.0.0.1')}/keyed/v0/users`
    });
    expect(await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } })).toMatchObject({
        code: 'provider_down'
    });
    expect(await requestsAt(app, '^/keyed/')).toBe(0);
});

test('T-53: a provider at a private address that the operator has not allowed is never called', async () => {
    await using guarded = await startTestApp({ config: { allowPrivateHosts: [] } });
    for (const provider of ['sandbox-api-key', 'sandbox-oauth2-cc', 'sandbox-oauth2']) await guarded.integrate(provider);
    const endUser = await guarded.session();
    const typedKey = await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    const typedClient = await start(endUser, 'sandbox-oauth2-cc', {
        credentials: { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret }
    });
    const { attempt: signedIn } = await signIn(guarded, endUser, 'sandbox-oauth2');
    expect(typedKey).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(typedClient).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(signedIn).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(await requestsAt(guarded, '^/(bearer|oauth/token)')).toBe(0);
    expect(await guarded.connections()).toEqual([]);
});

test('a provider that takes longer than we let people wait is told as verifying, and the attempt succeeds behind it', async () => {
    // Patient with the provider: on a busy machine a check takes longer than `impatient` waits.
    await using hasty = await startTestApp({ replicaOf: app, providerTimeouts: { respondMs: 300 } });
    const endUser = await hasty.session();
    await breakProvider(app, '^/bearer/', { type: 'hold' });
    const attempt = await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect(attempt).toMatchObject({ status: 'verifying', code: null, connection_id: null });
    await restoreProvider(app);
    await vi.waitFor(async () =>
        expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'succeeded', account_label: 'Acme Ltd' })
    );
});

test('a provider that never responds is told as verifying, and the attempt fails behind it', async () => {
    const endUser = await impatient.session();
    await breakProvider(app, '^/bearer/', { type: 'hang' });
    const attempt = await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect(attempt.status).toBe('verifying');
    await vi.waitFor(async () =>
        expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'provider_down' })
    );
});

test('a reconnect with a refused key leaves the former credentials as they are, byte for byte', async () => {
    const connectionId =
        (await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } })).connection_id ?? '';
    const before = await storedConnection(app, connectionId);
    const endUser = await app.reconnectSession(connectionId, 'sandbox-api-key');
    expect(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: 'wrong' } })).toMatchObject({
        status: 'failed',
        is_new: false
    });
    for (const [, action] of brokenResponses) {
        await breakProvider(app, '^/bearer/', action);
        expect(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } })).toMatchObject({
            status: 'failed',
            code: 'provider_down'
        });
    }
    expect(await storedConnection(app, connectionId)).toEqual(before);
    await restoreProvider(app);
    expect(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } })).toMatchObject({
        status: 'succeeded',
        connection_id: connectionId
    });
});

test('a reconnect with another company’s key asks, and keeps metadata when it is accepted', async () => {
    const connectionId =
        (await start(await app.session(), 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } })).connection_id ?? '';
    await app.call(updateMetadata, {
        body: { connection_id: connectionId, provider_config_key: 'sandbox-api-key', metadata: { plan: 'gold' } }
    });
    const endUser = await app.reconnectSession(connectionId, 'sandbox-api-key');
    expect(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.globex } })).toMatchObject({
        status: 'account_mismatch',
        was: 'Acme Ltd',
        now: 'Globex GmbH',
        connection_id: null
    });
    expect((await app.connection(connectionId, 'sandbox-api-key')).credentials).toMatchObject({ apiKey: BEARER_API_KEYS.acme });
    const { connections } = await app.call(listConnections, { query: { connectionId } });
    expect(connections).toMatchObject([{ metadata: { plan: 'gold' } }]);
});

test.each([
    ['a field that is missing', { credentials: {} }, ['credentials', 'apiKey']],
    ['a field that is empty', { credentials: { apiKey: '' } }, ['credentials', 'apiKey']],
    ['a field that the provider does not have', { credentials: { apiKey: 'x', password: 'y' } }, ['credentials', 'password']],
    [
        'T-18: a connection id',
        { connection_config: { connection_id: 'mine' }, credentials: { apiKey: 'x' } },
        ['connection_config', 'connection_id']
    ],
    [
        'T-20: another OAuth app',
        { connection_config: { oauth_client_id_override: 'mine' }, credentials: { apiKey: 'x' } },
        ['connection_config', 'oauth_client_id_override']
    ]
])('%s is a 400 that names it; no attempt is made and the provider is not asked', async (_name, typed, path) => {
    const endUser = await app.session();
    const refused = await app.raw('/connect/attempts', {
        method: 'POST',
        token: endUser.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ integration_id: 'sandbox-api-key', ...typed })
    });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
        error: { code: 'invalid_body', errors: expect.arrayContaining([expect.objectContaining({ path })]) }
    });
    expect(await requestsAt(app, '^/bearer/')).toBe(0);
    expect(await attemptsOfLastSession()).toBe(0);
});

test.each(['connection_id', 'end_user', 'tags', 'metadata', 'status', '__proto__'])(
    'T-18: %s in the body of an attempt is a 400 that names it',
    async (name) => {
        const endUser = await app.session();
        const refused = await app.raw('/connect/attempts', {
            method: 'POST',
            token: endUser.token,
            headers: { 'content-type': 'application/json' },
            body: `{"integration_id":"unauthenticated","${name}":{"id":"mine"}}`
        });
        expect(refused.status).toBe(400);
        expect(refused.text).toContain(name);
    }
);

test('T-18: what stands in the query of an attempt is refused', async () => {
    const endUser = await app.session();
    const refused = await app.raw('/connect/attempts?connection_id=mine', {
        method: 'POST',
        token: endUser.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ integration_id: 'unauthenticated' })
    });
    expect(refused.json).toMatchObject({ error: { code: 'invalid_query_params' } });
});

async function attemptsOfLastSession(): Promise<number> {
    const session = await app.db
        .selectFrom('connect_sessions')
        .select('id')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    return (await app.db.selectFrom('attempts').select('id').where('session_id', '=', session.id).execute()).length;
}
