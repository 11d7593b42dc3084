import { deleteConnection } from '@patchbay/contracts';
import {
    APPLICATION_SECRET,
    BASIC_USERS,
    BEARER_API_KEYS,
    KEYED_API_KEYS,
    OAUTH_CC_CLIENT,
    startTestApp,
    type TestApp
} from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../api.fixtures.ts';
import { breakProvider } from '../connect/attempts/attempts.fixtures.ts';
import { post } from './compat.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providerTimeouts: { respondMs: 300 } });
    for (const provider of [
        'sandbox-api-key',
        'sandbox-two-keys',
        'sandbox-basic',
        'sandbox-oauth2-cc',
        'sandbox-oauth2',
        'unauthenticated'
    ])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const apiKey = '/api-auth/api-key/sandbox-api-key';
const rightKey = { apiKey: BEARER_API_KEYS.acme };
const client = { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret };

test.each([
    ['/api-auth/api-key/sandbox-api-key', rightKey, '', { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }],
    [
        '/api-auth/api-key/sandbox-two-keys',
        { apiKey: KEYED_API_KEYS.acme },
        `params[appSecret]=${APPLICATION_SECRET}`,
        { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme }
    ],
    ['/api-auth/basic/sandbox-basic', { username: 'ada', password: BASIC_USERS[0]?.password }, '', { type: 'BASIC', username: 'ada' }],
    ['/oauth2/auth/sandbox-oauth2-cc', client, '', { type: 'OAUTH2_CC', ...client, token: expect.any(String) }],
    ['/auth/unauthenticated/unauthenticated', undefined, '', {}]
])('POST %s connects and responds with ids', async (path, body, query, credentials) => {
    const { token } = await app.session({ end_user: { id: 'user_1' } });
    const response = await post(app, path, { token, query, body });
    expect(response.status).toBe(200);
    const key = path.split('/').at(-1) ?? '';
    expect(response.json).toEqual({ connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/), providerConfigKey: key });
    const { connectionId } = response.json as { connectionId: string };
    const connection = await app.connection(connectionId, key);
    expect(connection).toMatchObject({ end_user: { id: 'user_1' }, credentials });
});

test('a second account where the integration allows one is refused in words, and the first one stays', async () => {
    await app.integrate('sandbox-api-key', { unique_key: 'once', single_account: true });
    const connect = async (key: string) => {
        const { token } = await app.session({ end_user: { id: 'once' } });
        return post(app, '/api-auth/api-key/once', { token, body: { apiKey: key } });
    };
    const first = await connect(BEARER_API_KEYS.acme);
    expect(first.status).toBe(200);
    const second = await connect(BEARER_API_KEYS.globex);
    expect(outcomeOf(second)).toBe('400 connection_validation_failed');
    expect(errorOf(second).message).toContain('the connection belongs to Acme Ltd');
    expect((await connect(BEARER_API_KEYS.acme)).json).toEqual(first.json);
});

test('refused credentials get connection_test_failed in words, and nothing is stored', async () => {
    const { token } = await app.session({ end_user: { id: 'refused' } });
    const response = await post(app, apiKey, { token, body: { apiKey: 'wrong' } });
    expect(outcomeOf(response)).toBe('400 connection_test_failed');
    expect(errorOf(response).message).toMatch(/^Sandbox \(API key\) refused these credentials\. .*\(C-\w{5}\)$/);
    expect((await app.connections()).filter(({ end_user: user }) => user?.id === 'refused')).toEqual([]);
});

test('refused client credentials have the reference’s own code, and missing ones are named', async () => {
    const { token } = await app.session();
    const path = '/oauth2/auth/sandbox-oauth2-cc';
    const wrong = await post(app, path, { token, body: { ...client, client_secret: 'wrong' } });
    expect(outcomeOf(wrong)).toBe('400 client_credentials_fetch_error');
    expect(outcomeOf(await post(app, path, { token, body: { client_secret: 'x' } }))).toBe('400 missing_client_id');
    expect(outcomeOf(await post(app, path, { token, body: { client_id: 'x' } }))).toBe('400 missing_client_secret');
    expect(outcomeOf(await post(app, '/oauth2/auth/unknown', { token, body: client }))).toBe('400 unknown_provider_config');
});

test('a provider that does not respond is not taken for a refusal, and is said to be worth another try', async () => {
    await breakProvider(app, '^/bearer/', { type: 'status', code: 500 });
    const { token } = await app.session();
    const response = await post(app, apiKey, { token, body: rightKey });
    expect(outcomeOf(response)).toBe('400 connection_test_failed');
    expect(errorOf(response).message).toContain('did not respond. Try again in a few minutes.');
});

test('a check that takes longer than our patience is waited for: these clients do not ask again', async () => {
    await breakProvider(app, '^/bearer/', { type: 'delay', ms: 450 }, 1);
    const { token } = await app.session();
    expect((await post(app, apiKey, { token, body: rightKey })).status).toBe(200);
});

test.each([
    ['/api-auth/api-key/sandbox-basic', rightKey],
    ['/api-auth/api-key/sandbox-oauth2', rightKey],
    ['/api-auth/basic/sandbox-api-key', { username: 'a', password: '' }],
    ['/oauth2/auth/sandbox-oauth2', client],
    ['/auth/unauthenticated/sandbox-api-key', undefined],
    ['/auth/two-step/sandbox-api-key', { type: 'TWO_STEP', user: 'a' }],
    ['/auth/signature/sandbox-api-key', { type: 'SIGNATURE', username: 'a', password: 'b' }],
    ['/auth/aws-sigv4/sandbox-api-key', { role_arn: 'arn:aws:iam::1:role/x' }],
    ['/auth/bill/sandbox-api-key', { username: 'a', password: 'b', organization_id: 'c', dev_key: 'd' }],
    ['/auth/jwt/sandbox-api-key', { type: 'JWT', privateKey: { id: 'a', secret: 'b' } }],
    ['/auth/tba/sandbox-api-key', { token_id: 'a', token_secret: 'b' }],
    ['/auth/oauth-outbound/sandbox-api-key', undefined]
])('POST %s is the wrong way to connect that', async (path, body) => {
    const { token } = await app.session();
    const wrong = await post(app, path, { token, body });
    expect(outcomeOf(wrong)).toBe('400 invalid_auth_mode');
    const unknown = await post(app, path.replace(/[^/]+$/, 'unknown'), { token, body });
    expect(outcomeOf(unknown)).toBe(`${path.startsWith('/oauth2/') ? 400 : 404} unknown_provider_config`);
    const limited = await app.session({ allowed_integrations: ['unauthenticated'] });
    expect(outcomeOf(await post(app, path, { token: limited.token, body }))).toBe('400 integration_not_allowed');
});

test('T-16: what a session is not allowed is answered alike, whether it exists or not', async () => {
    const { token } = await app.session({ allowed_integrations: ['unauthenticated'] });
    const [there, nowhere] = await Promise.all(
        ['sandbox-api-key', 'nowhere'].map((key) => post(app, `/api-auth/api-key/${key}`, { token, body: rightKey }))
    );
    expect(there?.text).toBe(nowhere?.text);
});

test('T-18: a connection id of the client’s own is refused with a session token', async () => {
    const { token } = await app.session();
    const response = await post(app, apiKey, { token, query: 'connection_id=mine', body: rightKey });
    expect(outcomeOf(response)).toBe('400 invalid_query_params');
    expect(errorOf(response).errors).toEqual([
        { code: 'custom', message: 'connection_id is forbidden when using session token', path: ['connection_id'] }
    ]);
});

test('T-20: an OAuth app of the client’s own is refused', async () => {
    const { token } = await app.session();
    for (const name of ['oauth_client_id_override', 'oauth_client_secret_override', 'oauth_refresh_token_override']) {
        const response = await post(app, apiKey, { token, query: `credentials[${name}]=mine`, body: rightKey });
        expect(outcomeOf(response)).toBe('400 invalid_query_params');
        expect(errorOf(response).errors).toEqual([expect.objectContaining({ path: ['credentials', name] })]);
    }
});

test('what is missing or malformed is named in the client’s own terms', async () => {
    const { token } = await app.session();
    const path = '/api-auth/api-key/sandbox-two-keys';
    const withoutSecret = await post(app, path, { token, body: { apiKey: KEYED_API_KEYS.acme } });
    expect(outcomeOf(withoutSecret)).toBe('400 invalid_query_params');
    expect(errorOf(withoutSecret).errors?.map((issue) => issue.path)).toEqual([['params', 'appSecret']]);
    const withoutKey = await post(app, apiKey, { token, body: { apiKey: '' } });
    expect(outcomeOf(withoutKey)).toBe('400 invalid_body');
    expect(errorOf(withoutKey).errors?.map((issue) => issue.path)).toEqual([['apiKey']]);
});

test('what the session says wins over configuration of a client', async () => {
    const { token } = await app.session({
        integrations_config_defaults: { 'sandbox-two-keys': { connection_config: { appSecret: APPLICATION_SECRET } } }
    });
    const query = 'params[appSecret]=another&params[webhook_url]=https://evil.example';
    const response = await post(app, '/api-auth/api-key/sandbox-two-keys', { token, query, body: { apiKey: KEYED_API_KEYS.acme } });
    expect(response.status).toBe(200);
    const { connectionId } = response.json as { connectionId: string };
    expect(await app.connection(connectionId, 'sandbox-two-keys')).toMatchObject({
        connection_config: { appSecret: APPLICATION_SECRET },
        webhook_url_override: null
    });
    const { connection_config: config } = await app.connection(connectionId, 'sandbox-two-keys');
    expect(Object.keys(config)).toEqual(['appSecret']);
});

test('configuration that nothing asks for is refused by name, never left out in silence', async () => {
    const { token } = await app.session();
    const query = `params[appSecret]=${APPLICATION_SECRET}&params[realmId]=4711`;
    const response = await post(app, '/api-auth/api-key/sandbox-two-keys', { token, query, body: { apiKey: KEYED_API_KEYS.acme } });
    expect([outcomeOf(response), errorOf(response).errors]).toEqual([
        '400 invalid_query_params',
        [
            {
                code: 'custom',
                message:
                    'realmId is not a field of this integration. Its fields: appSecret. Set values for an end user in integrations_config_defaults.',
                path: ['params', 'realmId']
            }
        ]
    ]);
});

test('reconnecting keeps the connection’s id; without the connection there is nothing to reconnect', async () => {
    const { token } = await app.session();
    const { connectionId } = (await post(app, apiKey, { token, body: rightKey })).json as { connectionId: string };
    const again = await app.reconnectSession(connectionId, 'sandbox-api-key');
    const response = await post(app, apiKey, { token: again.token, body: rightKey });
    expect(response.json).toEqual({ connectionId, providerConfigKey: 'sandbox-api-key' });

    const other = await post(app, apiKey, { token: again.token, body: { apiKey: BEARER_API_KEYS.globex } });
    expect(outcomeOf(other)).toBe('400 connection_validation_failed');
    expect(errorOf(other).message).toContain('Globex');
    expect((await app.connection(connectionId, 'sandbox-api-key')).credentials).toMatchObject(rightKey);

    await app.call(deleteConnection, { params: { connection_id: connectionId }, query: { provider_config_key: 'sandbox-api-key' } });
    expect(outcomeOf(await post(app, apiKey, { token: again.token, body: rightKey }))).toBe('400 invalid_connection');
});

test('without a token it is said what to do, and public keys are not served', async () => {
    const refusal = async (query: string) => outcomeOf(await post(app, apiKey, { query, body: rightKey }));
    expect(await refusal('')).toBe('401 missing_public_key');
    expect(await refusal('public_key=mine')).toBe('401 invalid_public_key');
    expect(await refusal('public_key=aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee')).toBe('401 deprecated_authentication');
    expect(await refusal('connect_session_token=nonsense')).toBe('401 invalid_connect_session_token_format');
    const { token } = await app.session();
    app.clock.advance(31 * 60_000);
    const expired = await post(app, apiKey, { token, body: rightKey });
    expect([outcomeOf(expired), errorOf(expired).payload]).toEqual(['401 unknown_connect_session_token', { reason: 'expired' }]);
});

test('T-15: a token in the header does not open what takes it from the query', async () => {
    const { token } = await app.session();
    const response = await app.raw(apiKey, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(rightKey)
    });
    expect(outcomeOf(response)).toBe('401 missing_public_key');
});

test('T-87: neither the token in the address nor the key in the body is in the log', async () => {
    const { token } = await app.session();
    const from = app.logLines.length;
    await post(app, apiKey, { token, body: { apiKey: 'canary-canary-canary' } });
    await post(app, apiKey, { token: `${token}x`, body: rightKey });
    const lines = app.logLines.slice(from).join('\n');
    expect(lines).toContain('/api-auth/api-key/:provider_config_key');
    for (const secret of [token, 'canary-canary-canary']) expect(lines).not.toContain(secret);
});
