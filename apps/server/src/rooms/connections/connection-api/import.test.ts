import { importConnection } from '@patchbay/contracts';
import { APPLICATION_SECRET, BEARER_API_KEYS, KEYED_API_KEYS, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, storedState } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of [
        'sandbox-oauth2',
        'sandbox-oauth2-cc',
        'sandbox-oauth2-subdomain',
        'sandbox-api-key',
        'sandbox-two-keys',
        'sandbox-basic',
        'unauthenticated',
        'private-api-bearer'
    ])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const send = (body: unknown, token?: string) => sendJson(app, 'POST', '/connections', body, token);

const apiKey = { provider_config_key: 'sandbox-api-key', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } } as const;
const oauth2 = {
    type: 'OAUTH2',
    access_token: 'access',
    refresh_token: 'refresh',
    expires_at: '2030-01-01T00:00:00.000Z',
    config_override: { client_id: 'own' }
};
const clientCredentials = {
    type: 'OAUTH2_CC',
    token: 'token',
    client_id: 'id',
    client_secret: 'secret',
    expires_at: '2030-01-01T00:00:00.000Z'
};

describe('every credential type comes in, and comes out as documented', () => {
    test.each([
        ['sandbox-oauth2', oauth2, undefined, { ...oauth2, raw: oauth2 }, null],
        [
            'sandbox-oauth2',
            { type: 'OAUTH2', access_token: 'only' },
            undefined,
            { type: 'OAUTH2', access_token: 'only', raw: { type: 'OAUTH2', access_token: 'only' } },
            null
        ],
        ['sandbox-oauth2-cc', clientCredentials, undefined, { ...clientCredentials, raw: clientCredentials }, null],
        ['sandbox-api-key', apiKey.credentials, undefined, apiKey.credentials, expect.any(String)],
        [
            'sandbox-two-keys',
            { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
            { appSecret: APPLICATION_SECRET },
            { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
            expect.any(String)
        ],
        [
            'sandbox-basic',
            { type: 'BASIC', username: 'ada', password: 'lovelace' },
            undefined,
            { type: 'BASIC', username: 'ada', password: 'lovelace' },
            expect.any(String)
        ],
        ['unauthenticated', { type: 'NONE' }, undefined, {}, null]
    ])('%s with %j', async (integration, credentials, config, expected, verifiedAt) => {
        const response = await send({ provider_config_key: integration, credentials, ...(config ? { connection_config: config } : {}) });
        expect(response.status).toBe(201);
        expect(response.json).toEqual({
            id: expect.any(Number),
            connection_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17}$/),
            provider_config_key: integration,
            provider: integration,
            errors: [],
            health: { status: 'healthy', since: null, cause: null, action: null },
            end_user: null,
            tags: {},
            metadata: {},
            connection_config: config ?? {},
            webhook_url_override: null,
            verified_at: verifiedAt,
            auth: {
                state: 'ok',
                failure: null,
                refreshed_at: expect.any(String),
                grant_ends_at: null,
                asked_scopes: null,
                granted_scopes: null,
                missing_scopes: []
            },
            created_at: expect.stringMatching(/^\d{4}-.*(Z|\+00:00)$/),
            updated_at: expect.any(String),
            last_fetched_at: null,
            paused_functions: [],
            credentials: expected
        });
    });
});

test('what the caller gives with it is kept', async () => {
    const row = await app.call(importConnection, {
        body: {
            provider_config_key: 'unauthenticated',
            connection_id: 'a b/c{d}"e',
            credentials: { type: 'NONE' },
            connection_config: { region: 'eu' },
            metadata: { plan: { seats: 5 } },
            end_user: { id: 'u', email: 'ada@example.com', tags: { team: 'a' } },
            tags: { Tier: 'gold' },
            webhook_url_override: 'https://hooks.example.com/x'
        }
    });
    expect(row).toMatchObject({
        connection_id: 'a b/c{d}"e',
        connection_config: { region: 'eu' },
        metadata: { plan: { seats: 5 } },
        end_user: { id: 'u', email: 'ada@example.com', display_name: null, tags: { team: 'a' }, organization: null },
        tags: { end_user_id: 'u', end_user_email: 'ada@example.com', team: 'a', tier: 'gold' },
        webhook_url_override: 'https://hooks.example.com/x'
    });
    expect(await app.connection('a b/c{d}"e', 'unauthenticated')).toMatchObject({
        connection_id: 'a b/c{d}"e',
        metadata: { plan: { seats: 5 } }
    });
});

test('the end of a token is read in UTC unless it names a zone; null is none', async () => {
    const expiryOf = async (expires_at: unknown) => {
        const credentials = { type: 'OAUTH2', access_token: 'a', expires_at };
        return Object((await send({ provider_config_key: 'sandbox-oauth2', credentials })).json).credentials.expires_at;
    };
    const end = '2030-01-01T12:00:00.000Z';
    vi.stubEnv('TZ', 'Asia/Kolkata');
    for (const given of [end, '2030-01-01T12:00:00', '2030-01-01T14:00:00+02:00', Date.parse(end)]) expect(await expiryOf(given)).toBe(end);
    vi.unstubAllEnvs();
    expect(await expiryOf('2030-01-01')).toBe('2030-01-01T00:00:00.000Z');
    expect(await expiryOf(null)).toBeUndefined();
});

test('metadata that was not given is empty everywhere, and a later import without it keeps what is there', async () => {
    const body = { provider_config_key: 'unauthenticated', connection_id: 'bare', credentials: { type: 'NONE' } };
    expect(Object((await send(body)).json).metadata).toEqual({});
    expect((await app.connection('bare', 'unauthenticated')).metadata).toEqual({});
    expect((await app.connections()).find(({ connection_id: id }) => id === 'bare')?.metadata).toEqual({});
    await send({ ...body, metadata: { plan: 'pro' } });
    expect(Object((await send(body)).json).metadata).toEqual({ plan: 'pro' });
});

test('the company of QuickBooks may stand at the root of the body; the configuration wins', async () => {
    await app.integrate('quickbooks', { credentials: sandboxClient });
    const body = { provider_config_key: 'quickbooks', credentials: { type: 'OAUTH2', access_token: 'a' }, realmId: '12345' };
    expect(Object((await send(body)).json).connection_config).toEqual({ realmId: '12345' });
    const both = await send({ ...body, connection_config: { realmId: '45678' } });
    expect(Object(both.json).connection_config).toEqual({ realmId: '45678' });
});

test('an OAuth app of the connection’s own moves from the configuration into the credentials', async () => {
    const response = await send({
        provider_config_key: 'sandbox-oauth2',
        credentials: { type: 'OAUTH2', access_token: 'a' },
        connection_config: { oauth_client_id_override: 'id', oauth_client_secret_override: 'secret', kept: 'yes' }
    });
    expect(response.json).toMatchObject({
        connection_config: { kept: 'yes' },
        credentials: { config_override: { client_id: 'id', client_secret: 'secret' } }
    });
    expect(Object(response.json).connection_config).toEqual({ kept: 'yes' });
});

describe('refused, and nothing is stored', () => {
    // Else the reads of the tests before are written down meanwhile.
    beforeEach(() => app.server.deps.lastUsedBuffer.flush());

    test.each([
        ['an unknown integration', { ...apiKey, provider_config_key: 'nope' }, '404 not_found', undefined],
        ['another credential type', { ...apiKey, credentials: { type: 'NONE' } }, '400 invalid_body', ['credentials', 'type']],
        ['a type that does not exist', { ...apiKey, credentials: { type: 'MAGIC' } }, '400 invalid_body', ['credentials', 'type']],
        [
            'a type that cannot be imported',
            { ...apiKey, credentials: { type: 'JWT', token: 'x' } },
            '400 invalid_body',
            ['credentials', 'type']
        ],
        ['no credentials', { provider_config_key: 'sandbox-api-key' }, '400 invalid_body', ['credentials']],
        ['an empty key', { ...apiKey, credentials: { type: 'API_KEY', apiKey: '' } }, '400 invalid_body', ['credentials', 'apiKey']],
        ['a field too many', { ...apiKey, credentials: { ...apiKey.credentials, extra: 'x' } }, '400 invalid_body', ['credentials']],
        [
            'a missing password',
            { provider_config_key: 'sandbox-basic', credentials: { type: 'BASIC', username: 'ada' } },
            '400 invalid_body',
            ['credentials', 'password']
        ],
        [
            'a date that is none',
            { provider_config_key: 'sandbox-oauth2', credentials: { type: 'OAUTH2', access_token: 'a', expires_at: 'soon' } },
            '400 invalid_body',
            ['credentials', 'expires_at']
        ],
        ...([true, false, 1_893_456_000, '1970-01-01T00:00:00Z', '2030', {}, '0'] as unknown[]).map(
            (expires_at): [string, object, string, string[]] => [
                `an end of ${JSON.stringify(expires_at)}`,
                { provider_config_key: 'sandbox-oauth2', credentials: { type: 'OAUTH2', access_token: 'a', expires_at } },
                '400 invalid_body',
                ['credentials', 'expires_at']
            ]
        ),
        ['a connection id with a forbidden character', { ...apiKey, connection_id: 'a<b>' }, '400 invalid_body', ['connection_id']],
        [
            'a missing secret field',
            { provider_config_key: 'sandbox-two-keys', credentials: { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme } },
            '400 invalid_body',
            ['connection_config', 'appSecret']
        ],
        [
            'T-19: a host in a part of one',
            {
                provider_config_key: 'sandbox-oauth2-subdomain',
                credentials: { type: 'OAUTH2', access_token: 'a' },
                connection_config: { workspace: 'evil.example/#' }
            },
            '400 invalid_body',
            ['connection_config', 'workspace']
        ],
        ['metadata that is a list', { ...apiKey, metadata: [] }, '400 invalid_body', ['metadata']]
    ])('%s', async (_what, body, outcome, path) => {
        const before = await storedState(app.db);
        const response = await send(body);
        expect(outcomeOf(response)).toBe(outcome);
        expect(errorOf(response).errors?.[0]?.path).toEqual(path);
        expect(await storedState(app.db)).toBe(before);
    });

    test.each([
        ['sandbox-api-key', { type: 'API_KEY', apiKey: 'canary-wrong-key' }],
        ['sandbox-basic', { type: 'BASIC', username: 'ada', password: 'canary-wrong' }]
    ])('credentials that %s refuses', async (integration, credentials) => {
        const before = await storedState(app.db);
        const response = await send({ provider_config_key: integration, connection_id: 'refused', credentials });
        expect(outcomeOf(response)).toBe('400 connection_test_failed');
        expect(errorOf(response).message).toMatch(/Sandbox.*refused|refused.*Sandbox/i);
        expect(response.text).not.toContain('canary');
        expect(await storedState(app.db)).toBe(before);
    });

    test('T-88: a refusal that quotes the key is not passed on', async () => {
        const key = 'canary-quoted-by-the-provider';
        await app.sandbox.control('faults', [{ action: { type: 'status', code: 401, body: { error: `bad key ${key}` } } }]);
        const response = await send({ ...apiKey, credentials: { type: 'API_KEY', apiKey: key } });
        expect(outcomeOf(response)).toBe('400 connection_test_failed');
        expect(response.text).not.toContain('canary');
        expect(app.logLines.join('\n')).not.toContain(key);
    });
});

describe('a provider that cannot say leaves the connection unverified', () => {
    test.each([
        ['is down', { type: 'status', code: 503 }],
        ['counts too many requests', { type: 'status', code: 429 }],
        ['breaks off', 'reset'],
        ['redirects', { type: 'redirect', location: 'https://elsewhere.example/' }],
        ['drips', { type: 'slow_drip', ms: 2000 }]
    ])('because it %s', async (_what, action) => {
        await app.sandbox.control('faults', [{ action, match: { path_regex: '^/bearer' } }]);
        const startedAt = performance.now();
        const response = await send({ ...apiKey, connection_id: 'unverified' });
        expect(response.status).toBe(201);
        expect(Object(response.json).verified_at).toBe(null);
        // Other checks of credentials have three times the five seconds of this one, or more.
        expect(performance.now() - startedAt).toBeLessThan(14_000);
    });
});

test('a refused re-import leaves the connection as it was', async () => {
    await send({ ...apiKey, connection_id: 'steady' });
    const before = await storedState(app.db);
    expect(outcomeOf(await send({ ...apiKey, connection_id: 'steady', credentials: { type: 'API_KEY', apiKey: 'wrong' } }))).toBe(
        '400 connection_test_failed'
    );
    expect(await storedState(app.db)).toBe(before);
});

test('a key that may not read credentials imports them and does not get them back', async () => {
    const writer = await keyWith(app, ['environment:connections:write']);
    const response = await send({ ...apiKey, connection_config: { open: 'yes' } }, writer);
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({ credentials: {}, connection_config: { open: 'yes' } });
    expect(response.text).not.toContain(BEARER_API_KEYS.acme);
});

test.each(['.', '..', 'metadata'])('the id %j, which no address could name, is refused', async (connection_id) => {
    const body = { provider_config_key: 'unauthenticated', connection_id, credentials: { type: 'NONE' } };
    const response = await sendJson(app, 'POST', '/connections', body);
    expect([outcomeOf(response), errorOf(response).errors?.[0]]).toEqual([
        '400 invalid_body',
        expect.objectContaining({ path: ['connection_id'], message: 'This id cannot be part of an address. Choose another one.' })
    ]);
});
