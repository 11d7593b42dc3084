import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../api.fixtures.ts';
import { ask, isoDate, issue } from './wire.fixtures.ts';

/** The reference's connect sessions. */
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    await app.integrate('github');
    const body = {
        provider_config_key: 'plain',
        connection_id: 'c1',
        credentials: { type: 'NONE' },
        tags: { team: 'blue' },
        end_user: { id: 'first' }
    } as const;
    await app.call(importConnection, { body });
});
afterAll(() => app[Symbol.asyncDispose]());

const user = { end_user: { id: 'u1' } };
const sessions = 'POST /connect/sessions';
const minted = { data: { token: expect.stringMatching(/^pb_cs_/), connect_link: expect.stringMatching(/^http/), expires_at: isoDate } };

async function view(body: object, at = sessions): Promise<Record<string, unknown>> {
    const { json } = await ask(app, at, body);
    const { token } = (json as { data: { token: string } }).data;
    const session = await ask(app, 'GET /connect/session', undefined, token);
    expect(session.status).toBe(200);
    return (session.json as { data: Record<string, unknown> }).data;
}

const noSuch = (path: string[]) => issue('custom', path, 'Integration does not exist');

describe('POST /connect/sessions', () => {
    test.each([
        [user],
        [{ tags: { team: 'a' } }],
        [{ end_user: { id: 'x'.repeat(255), email: 'a@b.co', display_name: 'x'.repeat(255), tags: { a: '' } } }],
        [{ ...user, organization: { id: 'o', display_name: 'Acme' } }],
        [{ ...user, allowed_integrations: ['plain'] }],
        [
            {
                ...user,
                integrations_config_defaults: {
                    github: {
                        user_scopes: 'a,b',
                        authorization_params: { a: 'b' },
                        connection_config: { anything: 1, oauth_scopes_override: 'repo' }
                    }
                }
            }
        ],
        [{ ...user, overrides: { github: { docs_connect: 'https://docs.example/x' }, plain: { docs_connect: '' } } }],
        [{ ...user, webhook_url_override: 'https://hooks.example/x', tags: { a: 'b' } }]
    ])('%j is 201 with a token, a link and its end', async (body) => {
        const response = await ask(app, sessions, body);
        expect([response.status, response.json]).toEqual([201, minted]);
    });

    test('a session lasts 30 minutes', async () => {
        const { json } = await ask(app, sessions, user);
        const { expires_at: end } = (json as { data: { expires_at: string } }).data;
        expect(Math.abs(Date.parse(end) - app.clock.now().getTime() - 30 * 60_000)).toBeLessThan(5000);
    });

    test.each([
        [{}, issue('invalid_type', ['end_user'])],
        [{ end_user: { id: 'u', email: 'ada.lovelace' } }, issue('invalid_format', ['end_user', 'email'])],
        [{ end_user: { id: 'u', role: 'x' } }, issue('unrecognized_keys', ['end_user'])],
        [{ end_user: { id: 'x'.repeat(256) } }, issue('too_big', ['end_user', 'id'])],
        [{ ...user, organization: {} }, issue('invalid_type', ['organization', 'id'])],
        [{ ...user, organization: { id: 'o', size: 1 } }, issue('unrecognized_keys', ['organization'])],
        [{ ...user, allowed_integrations: ['plain', 'none'] }, noSuch(['allowed_integrations', '1'])],
        [{ ...user, integrations_config_defaults: { none: {} } }, noSuch(['integrations_config_defaults', 'none'])],
        [{ ...user, overrides: { none: {} } }, noSuch(['overrides', 'none'])],
        [
            { ...user, integrations_config_defaults: { plain: { foo: 1 } } },
            issue('unrecognized_keys', ['integrations_config_defaults', 'plain'])
        ],
        [{ ...user, colour: 'red' }, issue('unrecognized_keys', [])]
    ])('%j is 400 invalid_body', async (body, entry) => {
        const response = await ask(app, sessions, body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual([entry]);
    });

    test('query parameters are refused', async () => {
        expect(outcomeOf(await ask(app, `${sessions}?a=1`, user))).toBe('400 invalid_query_params');
    });

    test('tags come from the end user and the organization, and the explicit ones win', async () => {
        const endUser = { id: 'u7', email: 'ada@example.com', display_name: 'Ada', tags: { Plan: 'gold' } };
        await ask(app, sessions, { end_user: endUser, organization: { id: 'o', display_name: 'Acme' }, tags: { plan: 'silver' } });
        const row = await app.db.selectFrom('connect_sessions').select('tags').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
        expect(row?.tags).toEqual({
            end_user_id: 'u7',
            end_user_email: 'ada@example.com',
            end_user_display_name: 'Ada',
            organization_id: 'o',
            organization_display_name: 'Acme',
            plan: 'silver'
        });
    });
});

describe('POST /connect/sessions/reconnect', () => {
    const reconnect = 'POST /connect/sessions/reconnect';
    const target = { connection_id: 'c1', integration_id: 'plain' };

    test('responds as a new session does, and is pinned to the one connection', async () => {
        expect((await ask(app, reconnect, target)).json).toEqual(minted);
        expect(await view({ ...target, tags: { team: 'red' } }, reconnect)).toMatchObject({
            allowed_integrations: ['plain'],
            isReconnecting: true
        });
    });

    test.each([[{ connection_id: 'none' }], [{ integration_id: 'none' }], [{ integration_id: 'github' }]])(
        'an unknown pair (%j) is 400 in the reference’s words',
        async (part) => {
            const response = await ask(app, reconnect, { ...target, ...part });
            expect([response.status, response.json]).toEqual([
                400,
                { error: { code: 'invalid_body', message: 'ConnectionID or IntegrationId does not exists' } }
            ]);
        }
    );

    test('T-99: end user and organization may have any shape; what else is unknown may not', async () => {
        expect((await ask(app, reconnect, { ...target, end_user: { anything: [1] }, organization: { x: {} } })).status).toBe(201);
        expect(outcomeOf(await ask(app, reconnect, { ...target, allowed_integrations: ['plain'] }))).toBe('400 invalid_body');
        expect(outcomeOf(await ask(app, reconnect, { connection_id: 'c1' }))).toBe('400 invalid_body');
    });

    test('finishing it overwrites the same connection, with the tags given over those of the end user', async () => {
        const { json } = await ask(app, reconnect, { ...target, end_user: { id: 'first' }, tags: { team: 'red' } });
        const { token } = (json as { data: { token: string } }).data;
        const done = await app.raw(`/auth/unauthenticated/plain?connect_session_token=${token}`, { method: 'POST', token: null });
        expect(done.json).toEqual({ connectionId: 'c1', providerConfigKey: 'plain' });
        const connection = await app.connection('c1', 'plain');
        expect(connection).toMatchObject({ end_user: { id: 'first' }, tags: { end_user_id: 'first', team: 'red' } });
    });
});

describe('GET /connect/session', () => {
    test('tells whose it is and how the UI looks; what is not set is absent', async () => {
        const session = await view(user);
        expect(session).toMatchObject({
            endUser: { id: 'u1', display_name: null, email: null, tags: null, organization: null },
            connectUISettings: {
                theme: { light: { primary: expect.stringMatching(/^#/) }, dark: { primary: expect.stringMatching(/^#/) } },
                defaultTheme: 'system',
                showWatermark: expect.any(Boolean)
            },
            websocketsPath: '/'
        });
        for (const key of ['allowed_integrations', 'integrations_config_defaults', 'isReconnecting', 'overrides'])
            expect(session).not.toHaveProperty(key);
    });

    test('a session of tags alone has no end user', async () => {
        expect((await view({ tags: { team: 'a' } }))['endUser']).toBeNull();
    });

    test('defaults and overrides are echoed, the user’s scopes are not', async () => {
        const session = await view({
            ...user,
            organization: { id: 'o' },
            integrations_config_defaults: { github: { user_scopes: 'x', authorization_params: { a: 'b' }, connection_config: {} } },
            overrides: { github: { docs_connect: 'https://docs.example/x' } }
        });
        expect(session).toMatchObject({
            endUser: { organization: { id: 'o', display_name: null } },
            overrides: { github: { docs_connect: 'https://docs.example/x' } }
        });
        expect(session['integrations_config_defaults']).toEqual({ github: { connection_config: {}, authorization_params: { a: 'b' } } });
    });

    test('neither query nor body is taken', async () => {
        const { token } = await app.session();
        expect(outcomeOf(await ask(app, 'GET /connect/session?a=1', undefined, token))).toBe('400 invalid_query_params');
    });
});

test('DELETE /connect/session is 204 and empty, and the token is unknown from then on', async () => {
    const { token } = await app.session();
    const deleted = await ask(app, 'DELETE /connect/session', undefined, token);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(outcomeOf(await ask(app, 'GET /connect/session', undefined, token))).toBe('401 unknown_connect_session_token');
});

describe('POST /connect/telemetry', () => {
    const report = (body: object, headers: Record<string, string> = {}) =>
        app.raw('/connect/telemetry', {
            method: 'POST',
            token: null,
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ event: 'open', timestamp: app.clock.now(), ...body })
        });

    test.each([
        [{}],
        [{ event: 'view:list' }],
        [{ event: 'popup:closed_early', dimensions: {} }],
        [{ dimensions: { integration: 'plain' } }]
    ])('%j is 204', async (body) => {
        const { token } = await app.session();
        const response = await report({ token, ...body });
        expect([response.status, response.text]).toEqual([204, '']);
    });

    test.each([
        [{ event: 'typed' }, '400 invalid_body'],
        [{ colour: 'red' }, '400 invalid_body'],
        [{ dimensions: { page: 'x' } }, '400 invalid_body'],
        [{ timestamp: 'never' }, '400 invalid_body'],
        [{ timestamp: new Date(Date.now() - 3 * 3_600_000) }, '400 invalid_body'],
        [{ timestamp: new Date(Date.now() + 3 * 3_600_000) }, '400 invalid_body'],
        [{ token: 'nonsense' }, '401 invalid_connect_session_token_format'],
        [{ token: undefined }, '401 missing_auth_header'],
        [{ dimensions: { integration: 'x'.repeat(5000) } }, '413 request_too_large']
    ])('%j is %s', async (body, outcome) => {
        const { token } = await app.session();
        expect(outcomeOf(await report({ token, ...body }))).toBe(outcome);
    });

    test('the token is not in the log', async () => {
        const { token } = await app.session();
        await report({ token });
        await report({ token: `${token}x` });
        expect(app.logLines.join('\n')).not.toContain(token);
    });

    test('T-30: a beacon comes with credentials, so it is for the Connect UI’s origin alone', async () => {
        const asked = await app.raw('/connect/telemetry', { method: 'OPTIONS', token: null, headers: { origin: 'https://evil.example' } });
        expect(Object.fromEntries(asked.headers)).toMatchObject({
            'access-control-allow-origin': app.connectUrl,
            'access-control-allow-credentials': 'true',
            'access-control-allow-methods': 'POST',
            'access-control-max-age': '36000'
        });
        const { token } = await app.session();
        const { headers } = await report({ token }, { origin: 'https://evil.example' });
        expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
            app.connectUrl,
            'true'
        ]);
    });
});
