import { APPLICATION_SECRET, BASIC_USERS, BEARER_API_KEYS, KEYED_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../api.fixtures.ts';
import { connectBySignIn } from '../connect/attempts/attempts.fixtures.ts';
import { ask, isoDate, issue, uuid } from './wire.fixtures.ts';

/** The reference's connections: import, read, list, change, delete; and deprecated aliases. */
let app: TestApp;
beforeAll(async () => {
    // Before the day on which the old spellings stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    for (const provider of ['sandbox-api-key', 'sandbox-two-keys', 'sandbox-basic', 'sandbox-oauth2', 'sandbox-oauth2-cc'])
        await app.integrate(provider);
});
afterAll(() => app[Symbol.asyncDispose]());

const imports = 'POST /connections';
const key = { provider_config_key: 'sandbox-api-key', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } };
const none = { provider_config_key: 'plain', credentials: { type: 'NONE' } };
const oauth = { type: 'OAUTH2', access_token: 'at', refresh_token: 'rt', expires_at: '2026-01-01T00:00:00.000Z' };
const cc = { type: 'OAUTH2_CC', token: 't', client_id: 'i', client_secret: 's' };

async function imported(body: object): Promise<Record<string, unknown>> {
    const response = await ask(app, imports, body);
    expect(response.status).toBe(201);
    return response.json as Record<string, unknown>;
}

async function read(id: string, integration: string, more = ''): Promise<Record<string, unknown>> {
    const response = await ask(app, `GET /connections/${id}?provider_config_key=${integration}${more}`);
    expect(response.status).toBe(200);
    return response.json as Record<string, unknown>;
}

describe('POST /connections', () => {
    test('answers the whole connection', async () => {
        const end_user = { id: 'u1', email: 'ada@example.com', display_name: 'Ada', tags: { plan: 'gold' } };
        expect(
            await imported({ ...key, connection_id: 'whole', end_user, metadata: { k: 'v' }, webhook_url_override: 'https://h.example/' })
        ).toEqual({
            id: expect.any(Number),
            connection_id: 'whole',
            provider_config_key: 'sandbox-api-key',
            provider: 'sandbox-api-key',
            errors: [],
            health: { status: 'healthy', since: null, cause: null, action: null },
            end_user: { ...end_user, organization: null },
            tags: { end_user_id: 'u1', end_user_email: 'ada@example.com', end_user_display_name: 'Ada', plan: 'gold' },
            metadata: { k: 'v' },
            paused_functions: [],
            connection_config: {},
            webhook_url_override: 'https://h.example/',
            verified_at: isoDate,
            auth: expect.any(Object),
            created_at: isoDate,
            updated_at: isoDate,
            last_fetched_at: null,
            credentials: key.credentials
        });
    });

    test('without an id, an end user or metadata these are a UUID, null and empty', async () => {
        expect(await imported(none)).toMatchObject({ connection_id: uuid, end_user: null, tags: {}, metadata: {}, credentials: {} });
    });

    test.each([
        ['sandbox-oauth2', oauth, { ...oauth, raw: oauth }],
        [
            'sandbox-oauth2',
            { type: 'OAUTH2', access_token: 'at' },
            { type: 'OAUTH2', access_token: 'at', raw: { type: 'OAUTH2', access_token: 'at' } }
        ],
        ['sandbox-oauth2-cc', cc, { ...cc, raw: cc }],
        ['sandbox-basic', { type: 'BASIC', username: 'ada', password: BASIC_USERS[0]?.password }, undefined],
        ['plain', { type: 'NONE' }, {}]
    ])('credentials of %s: %j', async (integration, given, answered) => {
        expect((await imported({ provider_config_key: integration, credentials: given }))['credentials']).toEqual(answered ?? given);
    });

    test('the session’s OAuth app, given as configuration, moves to the credentials', async () => {
        const connection = await imported({
            provider_config_key: 'sandbox-oauth2',
            credentials: { type: 'OAUTH2', access_token: 'at' },
            connection_config: {
                oauth_client_id_override: 'mine',
                oauth_client_secret_override: 'secret',
                realmId: '4711',
                oauth_scopes_override: ['a']
            }
        });
        expect(connection).toMatchObject({ credentials: { config_override: { client_id: 'mine', client_secret: 'secret' } } });
        expect(connection['connection_config']).toEqual({ realmId: '4711', oauth_scopes_override: ['a'] });
    });

    test('importing again overwrites credentials and configuration, and metadata and tags when they are given', async () => {
        const first = { ...none, connection_id: 'again', metadata: { a: 1 }, tags: { team: 'a' }, connection_config: { x: '1' } };
        const { id } = await imported(first);
        expect(await imported({ ...none, connection_id: 'again', connection_config: { y: '2' } })).toMatchObject({
            id,
            metadata: { a: 1 },
            tags: { team: 'a' },
            connection_config: { y: '2' }
        });
        expect(await imported({ ...none, connection_id: 'again', metadata: { b: 2 }, tags: { team: 'b' } })).toMatchObject({
            metadata: { b: 2 },
            tags: { team: 'b' }
        });
    });

    test.each([
        [{ ...none, provider_config_key: 'none' }, '404 not_found', 'Integration does not exist'],
        [{ ...none, credentials: key.credentials }, '400 invalid_body', 'Provider NONE does not support API_KEY auth'],
        [{ ...key, credentials: { type: 'API_KEY', apiKey: 'wrong' } }, '400 connection_test_failed', undefined],
        [
            { provider_config_key: 'sandbox-basic', credentials: { type: 'BASIC', username: 'ada', password: '' } },
            '400 connection_test_failed',
            undefined
        ]
    ])('%j is %s', async (body, outcome, message) => {
        const response = await ask(app, imports, body);
        expect(outcomeOf(response)).toBe(outcome);
        if (message !== undefined) expect(errorOf(response).message).toBe(message);
    });

    test.each([
        [{ credentials: { type: 'NONE' } }, issue('invalid_type', ['provider_config_key'])],
        [{ provider_config_key: 'plain' }, issue('invalid_type', ['credentials'])],
        [{ ...none, credentials: { type: 'NONE', a: 1 } }, issue('unrecognized_keys', ['credentials'])],
        [{ ...none, credentials: {} }, issue('invalid_union', ['credentials', 'type'])],
        [{ ...key, credentials: { type: 'API_KEY', apiKey: '' } }, issue('too_small', ['credentials', 'apiKey'])],
        [{ ...key, credentials: { type: 'API_KEY', apiKey: 'x'.repeat(1025) } }, issue('too_big', ['credentials', 'apiKey'])],
        [{ ...key, credentials: { type: 'API_KEY' } }, issue('invalid_type', ['credentials', 'apiKey'])],
        [{ ...none, credentials: { type: 'BASIC', username: 'a' } }, issue('invalid_type', ['credentials', 'password'])],
        [{ ...none, credentials: { type: 'OAUTH2', access_token: '' } }, issue('too_small', ['credentials', 'access_token'])],
        [{ ...none, credentials: { type: 'OAUTH2', access_token: 'x'.repeat(16_385) } }, issue('too_big', ['credentials', 'access_token'])],
        [{ ...none, credentials: { ...cc, client_id: 'x'.repeat(256) } }, issue('too_big', ['credentials', 'client_id'])],
        [{ ...none, colour: 'red' }, issue('unrecognized_keys', [])]
    ])('%j is 400 invalid_body', async (body, entry) => {
        const response = await ask(app, imports, body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual([entry]);
    });

    test.each(['AWS_SIGV4', 'MCP_OAUTH2'])('%s cannot be imported', async (type) => {
        const response = await ask(app, imports, { ...none, credentials: { type } });
        expect(errorOf(response).errors).toEqual([issue('invalid_union', ['credentials', 'type'], 'Invalid input')]);
    });
});

describe('GET /connections', () => {
    const ids = async (query: string) => {
        const { json } = await ask(app, `GET /connections${query}`);
        return (json as { connections: { connection_id: string }[] }).connections.map(({ connection_id: id }) => id);
    };

    test('answers the short form, newest first, without a wrapper', async () => {
        for (const [id, more] of [
            ['l1', { end_user: { id: 'lu', email: 'grace@example.com', display_name: 'Grace' }, tags: { Team: 'Red', Size: 'l' } }],
            ['l2', { tags: { team: 'Red' } }]
        ] as const) {
            app.clock.advance(1000);
            await imported({ ...none, connection_id: id, ...more });
        }
        const { json } = await ask(app, 'GET /connections?search=l2');
        expect(json).toEqual({
            connections: [
                {
                    id: expect.any(Number),
                    connection_id: 'l2',
                    provider_config_key: 'plain',
                    provider: 'unauthenticated',
                    errors: [],
                    health: { status: 'healthy', since: null, cause: null, action: null },
                    end_user: null,
                    tags: { team: 'Red' },
                    metadata: {},
                    created: isoDate,
                    last_fetched_at: null
                }
            ]
        });
        expect((await ids('?integrationId=plain')).slice(0, 2)).toEqual(['l2', 'l1']);
    });

    test.each([
        ['?connectionId=l1', ['l1']],
        ['?search=GRACE@', ['l1']],
        ['?search=grace', ['l1']],
        ['?endUserId=lu', ['l1']],
        ['?endUserOrganizationId=nobody', []],
        ['?integrationId=nowhere,plain&connectionId=l1', ['l1']],
        ['?tags[TEAM]=Red', ['l2', 'l1']],
        ['?tags[team]=Red&tags[size]=l', ['l1']],
        ['?tags[team]=red', []],
        ['?tags[team]=Red&limit=1', ['l2']],
        ['?tags[team]=Red&limit=1&page=1', ['l1']],
        ['?tags[team]=Red&limit=1&page=2', []],
        ['?connectionId=nobody', []]
    ])('%s', async (query, expected) => {
        expect(await ids(query)).toEqual(expected);
    });

    test.each(['?limit=0', '?limit=2001', '?page=-1', '?search=', '?foo=1'])('%s is 400 invalid_query_params', async (query) => {
        expect(outcomeOf(await ask(app, `GET /connections${query}`))).toBe('400 invalid_query_params');
    });
});

describe('GET /connections/:id', () => {
    test.each(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'])('%s is a boolean in each of the three flags', async (flag) => {
        await imported({ ...none, connection_id: 'flags' });
        const flags = `&force_refresh=false&refresh_token=${flag}&refresh_github_app_jwt_token=${flag}`;
        expect(await read('flags', 'plain', flags)).toMatchObject({ connection_id: 'flags', last_fetched_at: isoDate });
    });

    test('refresh tokens are answered only when asked for, at every depth', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        const without = await read(id, 'sandbox-oauth2');
        expect(without).toMatchObject({
            credentials: {
                type: 'OAUTH2',
                access_token: expect.any(String),
                expires_at: isoDate,
                raw: { access_token: expect.any(String) }
            }
        });
        expect(JSON.stringify(without)).not.toContain('refresh_token');
        const withToken = await read(id, 'sandbox-oauth2', '&refresh_token=true');
        expect(withToken).toMatchObject({ credentials: { refresh_token: expect.any(String), raw: { refresh_token: expect.any(String) } } });
    });

    test.each([
        ['GET /connections/nobody?provider_config_key=plain', '404 not_found', 'Failed to find connection'],
        ['GET /connections/whole?provider_config_key=none', '400 unknown_provider_config', 'Provider does not exists'],
        ['GET /connections/whole', '400 invalid_query_params', undefined],
        ['GET /connections/whole?provider_config_key=plain&refresh_token=maybe', '400 invalid_query_params', undefined],
        ['GET /connections/a%3Fb?provider_config_key=plain', '400 invalid_uri_params', undefined],
        ['PATCH /connections/nobody?provider_config_key=plain', '404 not_found', undefined],
        ['PATCH /connections/nobody?provider_config_key=none', '400 unknown_provider_config', undefined],
        ['PATCH /connections/nobody', '400 invalid_query_params', undefined],
        ['DELETE /connections/nobody?provider_config_key=plain', '400 unknown_connection', undefined],
        ['DELETE /connections/nobody', '400 invalid_query_params', undefined]
    ])('%s is %s', async (request, outcome, message) => {
        const response = await ask(app, request, request.startsWith('PATCH') ? { tags: { a: 'b' } } : undefined);
        expect(outcomeOf(response)).toBe(outcome);
        if (message !== undefined) expect(errorOf(response).message).toBe(message);
    });
});

test('PATCH /connections/:id changes the connection’s own end user, and the tags that come from it', async () => {
    await imported({ ...none, connection_id: 'mine', end_user: { id: 'same' }, tags: { old: 'x' } });
    await imported({ ...none, connection_id: 'theirs', end_user: { id: 'same' } });
    const patch = async (body: object) => {
        const response = await ask(app, 'PATCH /connections/mine?provider_config_key=plain', body);
        expect([response.status, response.json]).toEqual([200, { success: true }]);
        return read('mine', 'plain');
    };
    expect(await patch({ end_user: { id: 'same', display_name: 'New' } })).toMatchObject({
        end_user: { id: 'same', display_name: 'New' },
        tags: { old: 'x', end_user_id: 'same', end_user_display_name: 'New' }
    });
    expect(await read('theirs', 'plain')).toMatchObject({ end_user: { display_name: null } });
    expect((await patch({ tags: { team: 'b' } }))['tags']).toMatchObject({ team: 'b' });
    expect(await patch({ webhook_url_override: 'https://h.example/' })).toMatchObject({ webhook_url_override: 'https://h.example/' });
    expect(await patch({ webhook_url_override: '' })).toMatchObject({ webhook_url_override: null });
    expect(outcomeOf(await ask(app, 'PATCH /connections/mine?provider_config_key=plain', { a: 1 }))).toBe('400 invalid_body');
});

test('DELETE /connections/:id', async () => {
    await imported({ ...none, connection_id: 'gone' });
    const response = await ask(app, 'DELETE /connections/gone?provider_config_key=plain');
    expect([response.status, response.json]).toMatchObject([200, { success: true }]);
    expect(outcomeOf(await ask(app, 'GET /connections/gone?provider_config_key=plain'))).toBe('404 not_found');
});

test('metadata: POST replaces and is 201, PATCH merges the top level and is 200; all of them or none; the body is echoed', async () => {
    for (const id of ['m1', 'm2']) await imported({ ...none, connection_id: id, metadata: { a: { x: 1 }, b: 1 } });
    const body = (connection_id: string | string[], metadata: object) => ({ connection_id, provider_config_key: 'plain', metadata });
    const both = body(['m1', 'm2'], { a: { y: 2 } });
    const patched = await ask(app, 'PATCH /connections/metadata', both);
    expect([patched.status, patched.json]).toEqual([200, both]);
    expect((await read('m2', 'plain'))['metadata']).toEqual({ a: { y: 2 }, b: 1 });
    const one = body('m1', { only: true });
    const posted = await ask(app, 'POST /connections/metadata', one);
    expect([posted.status, posted.json]).toEqual([201, one]);
    expect((await read('m1', 'plain'))['metadata']).toEqual({ only: true });
    const half = await ask(app, 'POST /connections/metadata', body(['m1', 'nobody'], { never: true }));
    expect(outcomeOf(half)).toBe('404 unknown_connection');
    expect((await read('m1', 'plain'))['metadata']).toEqual({ only: true });
});

test('values of the configuration: those marked as secret come with the credentials’ scope, and the session’s win over the client’s', async () => {
    const { token } = await app.session({
        integrations_config_defaults: { 'sandbox-two-keys': { connection_config: { appSecret: APPLICATION_SECRET } } }
    });
    const response = await app.raw(`/api-auth/api-key/sandbox-two-keys?connect_session_token=${token}&params[appSecret]=other`, {
        method: 'POST',
        token: null,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apiKey: KEYED_API_KEYS.acme })
    });
    const { connectionId } = response.json as { connectionId: string };
    expect(connectionId).toEqual(uuid);
    expect(await read(connectionId, 'sandbox-two-keys')).toMatchObject({ connection_config: { appSecret: APPLICATION_SECRET } });
});

describe('the old spellings', () => {
    const old = [
        'GET /connection',
        'GET /connection/old?provider_config_key=plain',
        'DELETE /connection/old?provider_config_key=plain',
        'POST /connection/metadata',
        'PATCH /connection/metadata',
        'POST /connection/old/metadata?provider_config_key=plain',
        'PATCH /connection/old/metadata?provider_config_key=plain',
        'POST /connection'
    ];
    const bodyOf = (request: string) =>
        request === 'POST /connection'
            ? { provider_config_key: 'plain', connection_id: 'old' }
            : request.includes('old/metadata')
              ? { a: 1 }
              : request.includes('metadata')
                ? { connection_id: 'old', provider_config_key: 'plain', metadata: { a: 1 } }
                : undefined;
    const statusOf = (request: string) => (request.startsWith('POST') ? 201 : 200);

    test.each(old)('%s is served with the headers that announce its end', async (request) => {
        await imported({ ...none, connection_id: 'old' });
        const response = await ask(app, request, bodyOf(request));
        expect(response.status).toBe(statusOf(request));
        expect(response.headers.get('deprecation')).toMatch(/^@\d+$/);
        expect(response.headers.get('sunset')).toBe('Tue, 20 Jan 2026 00:00:00 GMT');
        expect(response.headers.get('link')).toContain('rel="successor-version"');
    });

    test('the old import echoes its body and the id', async () => {
        const body = { provider_config_key: 'sandbox-api-key', api_key: BEARER_API_KEYS.acme, metadata: { a: 1 } };
        const response = await ask(app, 'POST /connection', body);
        expect([response.status, response.json]).toEqual([201, { ...body, connection_id: uuid }]);
    });

    test.each([
        [{}, '400 missing_provider_config'],
        [{ provider_config_key: 'none' }, '400 unknown_provider_config'],
        [{ provider_config_key: 'sandbox-oauth2' }, '400 missing_access_token'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a' }, '400 missing_expires_at'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', expires_at: 'never' }, '400 invalid_expires_at'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', no_expiration: true }, '201'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', expires_in: 3600 }, '201'],
        [{ provider_config_key: 'sandbox-api-key' }, '400 missing_api_key'],
        [{ provider_config_key: 'sandbox-basic' }, '400 missing_basic_username']
    ])('the old import of %j is %s', async (body, outcome) => {
        expect(outcomeOf(await ask(app, 'POST /connection', body))).toBe(outcome);
    });

    test('T-97: from 20 January 2026 on they are gone', async () => {
        await using later = await startTestApp({ now: '2026-01-20T00:00:01Z' });
        for (const request of old)
            expect([request, outcomeOf(await ask(later, request, bodyOf(request)))]).toEqual([request, '410 endpoint_removed']);
    });
});
