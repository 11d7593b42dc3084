import { endpoints, importConnection } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, sendSample, storedState } from '../../../api.fixtures.ts';

const lastMoment = '2026-01-19T23:59:00Z';
const untilRemovalMs = 61_000;

/** Every removed path with what replaces it. */
const removed = endpoints.flatMap((endpoint) =>
    [{ path: endpoint.path, deprecation: endpoint.deprecation }, ...(endpoint.aliases ?? [])].flatMap(({ path, deprecation }) =>
        deprecation ? [{ endpoint, path, successor: deprecation.successor }] : []
    )
);

const schedule = (headers: Headers) => ({
    deprecation: headers.get('deprecation'),
    sunset: headers.get('sunset'),
    link: headers.get('link')
});
const announced = (link: string) => ({ deprecation: '@1757289600', sunset: 'Tue, 20 Jan 2026 00:00:00 GMT', link });

test('every removed path is known', () => {
    expect(removed.map(({ endpoint, path }) => `${endpoint.method} ${path}`).toSorted()).toEqual([
        'DELETE /connection/:connection_id',
        'GET /connection',
        'GET /connection/:connection_id',
        'PATCH /connection/:connection_id/metadata',
        'PATCH /connection/metadata',
        'POST /connection',
        'POST /connection/:connection_id/metadata',
        'POST /connection/metadata'
    ]);
});

describe('before 20 January 2026', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
        for (const provider of ['unauthenticated', 'sandbox-oauth2', 'sandbox-oauth2-cc', 'sandbox-api-key', 'sandbox-basic'])
            await app.integrate(provider);
        await app.call(importConnection, {
            body: { provider_config_key: 'unauthenticated', connection_id: 'a/b', credentials: { type: 'NONE' } }
        });
    });
    afterAll(() => app[Symbol.asyncDispose]());

    test.each(['', '/v1'])('T-97: %s/connection… answers like its successor, and says when it goes and where to', async (prefix) => {
        const same = async (old: string, successor: string) => {
            const [removedResponse, kept] = [await app.raw(prefix + old), await app.raw(prefix + successor)];
            // It is stored a little later, perhaps between the two.
            const withoutTime = (text: string) => text.replaceAll(/"last_fetched_at":(?:null|"[^"]*")/g, '');
            expect([removedResponse.status, withoutTime(removedResponse.text)]).toEqual([kept.status, withoutTime(kept.text)]);
            expect(schedule(kept.headers)).toEqual({ deprecation: null, sunset: null, link: null });
            return schedule(removedResponse.headers);
        };
        expect(await same('/connection', '/connections')).toEqual(announced(`<${app.url}/connections>; rel="successor-version"`));
        expect(
            await same('/connection/a%2Fb?provider_config_key=unauthenticated', '/connections/a%2Fb?provider_config_key=unauthenticated')
        ).toEqual(announced(`<${app.url}/connections/a%2Fb>; rel="successor-version"`));
    });

    test('T-97: every one of them needs the same key and the same scope as its successor', async () => {
        const powerless = await keyWith(app, ['environment:providers:read']);
        for (const { endpoint, path } of removed) {
            for (const prefix of ['', '/v1']) {
                expect(outcomeOf(await sendSample(app, endpoint, { path: prefix + path, token: null }))).toBe('401 missing_auth_header');
                const forbidden = await sendSample(app, endpoint, { path: prefix + path, token: powerless });
                expect([outcomeOf(forbidden), errorOf(forbidden).message]).toEqual([
                    '403 forbidden',
                    `Insufficient scope. Required: ${endpoint.scope}`
                ]);
            }
        }
    });

    test.each([
        [
            'sandbox-oauth2',
            { access_token: 'a', refresh_token: 'r', expires_at: '2030-01-01T00:00:00.000Z' },
            { type: 'OAUTH2', access_token: 'a', expires_at: '2030-01-01T00:00:00.000Z' }
        ],
        [
            'sandbox-oauth2',
            { access_token: 'a', expires_in: 3600 },
            { type: 'OAUTH2', expires_at: expect.stringMatching(/^2025-12-01T13:0/) }
        ],
        [
            'sandbox-oauth2',
            { access_token: 'a', no_expiration: true, oauth_client_id_override: 'id', oauth_client_secret_override: 's' },
            { type: 'OAUTH2', config_override: { client_id: 'id', client_secret: 's' } }
        ],
        [
            'sandbox-oauth2-cc',
            { access_token: 'a', oauth_client_id_override: 'id', oauth_client_secret_override: 's' },
            { type: 'OAUTH2_CC', token: 'a', client_id: 'id', client_secret: 's' }
        ],
        ['sandbox-api-key', { api_key: BEARER_API_KEYS.acme }, { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }],
        ['sandbox-basic', { username: 'ada', password: 'lovelace' }, { type: 'BASIC', username: 'ada', password: 'lovelace' }],
        ['unauthenticated', {}, {}]
    ])('the old import into %s takes %j at the root, and echoes the body', async (integration, credentials, expected) => {
        const body = {
            provider_config_key: integration,
            ...credentials,
            metadata: { a: 1 },
            end_user: { id: 'u' },
            id: 999,
            environment_id: 'mine'
        };
        const response = await sendJson(app, 'POST', '/connection', body);
        expect([response.status, response.json]).toEqual([201, { ...body, connection_id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
        const made = await app.connection(Object(response.json).connection_id, integration);
        expect(made).toMatchObject({ metadata: { a: 1 }, end_user: { id: 'u' }, credentials: expected });
        expect(made.id).not.toBe(999);
    });

    test.each([
        [{}, '400 missing_provider_config'],
        [{ provider_config_key: 'nope' }, '400 unknown_provider_config'],
        [{ provider_config_key: 'sandbox-oauth2' }, '400 missing_access_token'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a' }, '400 missing_expires_at'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', expires_at: 'soon' }, '400 invalid_expires_at'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', expires_in: 1e300 }, '400 invalid_expires_at'],
        [{ provider_config_key: 'sandbox-oauth2', access_token: 'a', no_expiration: true, refresh_token: 7 }, '400 invalid_body'],
        [{ provider_config_key: 'sandbox-api-key' }, '400 missing_api_key'],
        [{ provider_config_key: 'sandbox-api-key', api_key: 'wrong' }, '400 connection_test_failed'],
        [{ provider_config_key: 'sandbox-basic' }, '400 missing_basic_username']
    ])('the old import refuses %j', async (body, outcome) => {
        // Else the reads of the tests before are written down meanwhile.
        await app.server.deps.lastUsedBuffer.flush();
        const before = await storedState(app.db);
        expect(outcomeOf(await sendJson(app, 'POST', '/connection', body))).toBe(outcome);
        expect(await storedState(app.db)).toBe(before);
    });

    test('the old metadata endpoints take the metadata as the body, and the integration from query or header', async () => {
        const at = (method: string, path: string, headers: Record<string, string> = {}) =>
            app.raw(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ [method]: 1 }) });
        const posted = await at('POST', '/connection/a%2Fb/metadata?provider_config_key=unauthenticated');
        expect([posted.status, posted.json]).toEqual([201, { POST: 1 }]);
        const patched = await at('PATCH', '/connection/a%2Fb/metadata', { 'provider-config-key': 'unauthenticated' });
        expect([patched.status, patched.json]).toEqual([200, { PATCH: 1 }]);
        expect((await app.connection('a/b', 'unauthenticated')).metadata).toEqual({ POST: 1, PATCH: 1 });
        expect(outcomeOf(await at('POST', '/connection/a%2Fb/metadata'))).toBe('400 missing_provider_config');
        expect(outcomeOf(await at('POST', '/connection/nope/metadata?provider_config_key=unauthenticated'))).toBe('404 unknown_connection');
    });
});

describe('on 20 January 2026', () => {
    let app: TestApp;
    beforeAll(async () => {
        app = await startTestApp({ now: lastMoment });
    });
    afterAll(() => app[Symbol.asyncDispose]());

    test('T-97: a removed endpoint is gone a minute later, under /v1 too, for every caller', async () => {
        for (const { endpoint, path } of removed)
            expect([200, 201, 400, 404]).toContain((await sendSample(app, endpoint, { path })).status);
        app.clock.advance(untilRemovalMs);
        for (const { endpoint, path, successor } of removed) {
            for (const prefix of ['', '/v1']) {
                for (const token of [app.keys.dev, null, 'garbage']) {
                    const response = await sendSample(app, endpoint, { path: prefix + path, token });
                    expect(outcomeOf(response)).toBe('410 endpoint_removed');
                    expect(errorOf(response)).toMatchObject({
                        message: `This endpoint was removed on 2026-01-20. Use ${successor} instead.`,
                        payload: { successor }
                    });
                    expect(schedule(response.headers)).toMatchObject({
                        deprecation: '@1757289600',
                        sunset: 'Tue, 20 Jan 2026 00:00:00 GMT'
                    });
                }
            }
        }
        expect((await app.raw('/connections')).status).toBe(200);
    });

    test('T-97: a spelling of a removed path is no way around it', async () => {
        for (const path of ['/connection/', '/CONNECTION', '/v1/Connection/', '/connection/x/?provider_config_key=a', '/%63onnection'])
            expect(['410 endpoint_removed', '404 not_found']).toContain(outcomeOf(await app.raw(path)));
    });

    test('a team that still migrates can keep them, announced as going', async () => {
        await using lenient = await startTestApp({ replicaOf: app, config: { keepRemovedEndpoints: true } });
        const response = await lenient.raw('/connection');
        expect(response.json).toEqual({ connections: [] });
        expect(schedule(response.headers)).toEqual(announced(`<${lenient.url}/connections>; rel="successor-version"`));
        expect(outcomeOf(await lenient.raw('/connection', { token: null }))).toBe('401 missing_auth_header');
    });
});
