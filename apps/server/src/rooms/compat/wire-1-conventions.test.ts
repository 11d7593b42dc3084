import { importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, withChecksum } from '../../api.fixtures.ts';
import { ask, issue } from './wire.fixtures.ts';

/** The reference's conventions: authentication, envelopes, headers, formats of identifiers. */
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { rateLimitPerMinute: 1000 } });
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    const body = { provider_config_key: 'plain', connection_id: 'c1', credentials: { type: 'NONE' } } as const;
    await app.call(importConnection, { body });
});
afterAll(() => app[Symbol.asyncDispose]());

const unknownKey = withChecksum(`pb_sk_dev_000000000000_${'A'.repeat(43)}`);
const unknownToken = withChecksum(`pb_cs_${'A'.repeat(43)}`);

describe('authentication', () => {
    test.each([
        ['GET /connections', undefined, 'missing_auth_header'],
        ['GET /connections', 'Bearer ', 'malformed_auth_header'],
        ['GET /connections', 'Bearer nonsense', 'invalid_secret_key_format'],
        ['GET /connections', `Bearer ${unknownKey}`, 'unknown_account'],
        ['GET /connections', `Bearer ${unknownToken}`, 'invalid_secret_key_format'],
        ['GET /connect/session', undefined, 'missing_auth_header'],
        ['GET /connect/session', 'Bearer nonsense', 'invalid_connect_session_token_format'],
        ['GET /connect/session', `Bearer ${unknownToken}`, 'unknown_connect_session_token'],
        ['GET /integrations', `Bearer ${unknownToken}`, 'unknown_connect_session_token'],
        ['GET /providers', 'Bearer pb_cs_short', 'invalid_connect_session_token_format'],
        ['POST /connect/telemetry', undefined, 'missing_auth_header'],
        ['POST /auth/unauthenticated/plain', undefined, 'missing_public_key']
    ])('%s with %s is 401 %s', async (request, authorization, code) => {
        const [method = '', path = ''] = request.split(' ');
        const isTelemetry = path.endsWith('telemetry');
        const response = await app.raw(path, {
            method,
            token: null,
            headers: { ...(authorization ? { authorization } : {}), 'content-type': 'application/json' },
            ...(isTelemetry ? { body: JSON.stringify({ event: 'open', timestamp: app.clock.now() }) } : {})
        });
        expect(outcomeOf(response)).toBe(`401 ${code}`);
        expect(errorOf(response).message).toMatch(/^Authentication failed\. /);
    });

    test('the common messages are the reference’s', async () => {
        const message = async (token: string | null) => errorOf(await app.raw('/connections', { token })).message;
        expect(await message(null)).toBe('Authentication failed. The request is missing the Authorization header.');
        expect(await message(unknownKey)).toBe('Authentication failed. The provided authorization header does not match any account.');
    });

    test('a key without its scheme is refused, a named deviation', async () => {
        expect(outcomeOf(await app.raw('/connections', { headers: { authorization: app.keys.dev } }))).toBe('401 malformed_auth_header');
    });

    test('a missing scope is 403 and named; without the scope for credentials they are left out', async () => {
        const token = await keyWith(app, ['environment:connections:read']);
        const forbidden = await ask(app, 'GET /integrations', undefined, token);
        expect(forbidden.json).toEqual({
            error: { code: 'forbidden', message: 'Insufficient scope. Required: environment:integrations:read' }
        });
        expect(forbidden.status).toBe(403);
        const read = await ask(app, 'GET /connections/c1?provider_config_key=plain', undefined, token);
        expect(read.json).toMatchObject({ credentials: {} });
        const forced = await ask(app, 'GET /connections/c1?provider_config_key=plain&force_refresh=true', undefined, token);
        expect(outcomeOf(forced)).toBe('403 forbidden');
    });
});

const user = { end_user: { id: 'u' } };
const importing = { provider_config_key: 'plain', credentials: { type: 'NONE' } };

describe('envelopes', () => {
    test.each([
        ['POST /connect/sessions', {}, issue('invalid_type', ['end_user'], 'Invalid input: expected object, received undefined')],
        [
            'POST /connect/sessions',
            { end_user: {} },
            issue('invalid_type', ['end_user', 'id'], 'Invalid input: expected string, received undefined')
        ],
        [
            'POST /connect/sessions',
            { end_user: { id: 7 } },
            issue('invalid_type', ['end_user', 'id'], 'Invalid input: expected string, received number')
        ],
        [
            'POST /connect/sessions',
            { end_user: { id: '' } },
            issue('too_small', ['end_user', 'id'], 'Too small: expected string to have >=1 characters')
        ],
        [
            'POST /connect/sessions',
            { end_user: { id: 'u', email: 'nobody.at.all' } },
            issue('invalid_format', ['end_user', 'email'], 'Invalid email address')
        ],
        [
            'POST /connect/sessions',
            { ...user, allowed_integrations: [7] },
            issue('invalid_type', ['allowed_integrations', '0'], 'Invalid input: expected string, received number')
        ],
        [
            'POST /connect/sessions',
            { ...user, allowed_integrations: ['a/b'] },
            issue('invalid_format', ['allowed_integrations', '0'], 'Invalid string: must match pattern /^[a-zA-Z0-9~:.@ _-]+$/')
        ],
        ['POST /connect/sessions', { ...user, tags: { '1st': 'x' } }, issue('invalid_key', ['tags', '1st'], 'Invalid key in record')],
        ['POST /connect/sessions', { ...user, foo: 1 }, issue('unrecognized_keys', [], 'Unrecognized key: "foo"')],
        ['POST /connect/sessions', { ...user, a: 1, b: 1 }, issue('unrecognized_keys', [], 'Unrecognized keys: "a", "b"')],
        [
            'POST /connections',
            { ...importing, credentials: { type: 'MCP_OAUTH2' } },
            issue('invalid_union', ['credentials', 'type'], 'Invalid input')
        ],
        [
            'POST /connections',
            { ...importing, webhook_url_override: 'nowhere' },
            issue('invalid_union', ['webhook_url_override'], 'Invalid input')
        ]
    ])('%s %j is 400 invalid_body, in the words of the reference’s validator', async (request, body, entry) => {
        const response = await ask(app, request, body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors).toEqual([entry]);
    });

    test.each([
        ['GET /connections?limit=0', 'too_small', ['limit'], 'Too small: expected number to be >=1'],
        ['GET /connections?limit=2001', 'too_big', ['limit'], 'Too big: expected number to be <=2000'],
        ['GET /connections?foo=1', 'unrecognized_keys', [], 'Unrecognized key: "foo"'],
        ['GET /integrations?foo=1&bar=2', 'unrecognized_keys', [], 'Unrecognized keys: "foo", "bar"'],
        ['GET /connections/c1', 'invalid_type', ['provider_config_key'], 'Invalid input: expected string, received undefined'],
        [
            'GET /integrations/plain?include=all',
            'invalid_value',
            ['include', '0'],
            'Invalid option: expected one of "webhook"|"credentials"|"connections"'
        ]
    ])('%s is 400 invalid_query_params', async (request, code, path, message) => {
        const response = await ask(app, request);
        expect(outcomeOf(response)).toBe('400 invalid_query_params');
        expect(errorOf(response).errors).toEqual([issue(code, path, message)]);
    });

    test('a part of the path that is out of bounds is 400 invalid_uri_params', async () => {
        const response = await ask(app, 'GET /integrations/a%2Fb');
        expect(outcomeOf(response)).toBe('400 invalid_uri_params');
        expect(errorOf(response).errors).toEqual([issue('invalid_format', ['id'])]);
    });

    test('malformed JSON, other content and unknown addresses have codes of their own', async () => {
        expect(outcomeOf(await ask(app, 'POST /connections', '{"a":'))).toBe('400 invalid_json');
        const text = await app.raw('/connections', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' });
        expect([text.status, text.json]).toEqual([
            415,
            { error: { code: 'invalid_content_type', message: 'Content-Type header must be application/json' } }
        ]);
        expect(outcomeOf(await ask(app, 'GET /nothing/here'))).toBe('404 not_found');
        const charset = await app.raw('/connect/sessions', {
            method: 'POST',
            headers: { 'content-type': 'application/json; charset=utf-8' },
            body: JSON.stringify(user)
        });
        expect(charset.status).toBe(201);
    });
});

describe('headers', () => {
    test('the rate limit is told on every response, and what is over it is 429', async () => {
        await using strict = await startTestApp({ config: { rateLimitPerMinute: 2 } });
        const first = await strict.raw('/connections?limit=5');
        expect([first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual(['2', '1']);
        const reset = Number(first.headers.get('x-ratelimit-reset'));
        expect(Math.abs(reset - Date.now() / 1000)).toBeLessThanOrEqual(61);
        await strict.raw('/connections');
        const refused = await strict.raw('/connections?limit=5');
        expect(refused.status).toBe(429);
        expect(refused.json).toEqual({
            error: { code: 'too_many_request', message: expect.any(String), method: 'GET', path: '/connections' }
        });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    test('T-30: pages anywhere may call what takes a session token, without cookies, and nothing else', async () => {
        const { token } = await app.session();
        for (const path of ['/connect/session', '/integrations', '/providers']) {
            const { headers } = await app.raw(path, { token, headers: { origin: 'https://shop.example' } });
            expect([headers.get('access-control-allow-origin'), headers.get('access-control-max-age')]).toEqual(['*', '600']);
            expect(headers.get('access-control-allow-credentials')).toBeNull();
            expect(headers.get('access-control-expose-headers')).toMatch(/X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset/);
        }
        const { headers } = await app.raw('/connections', { headers: { origin: 'https://shop.example' } });
        expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    test.each(['/api-auth/api-key/plain', '/api-auth/basic/plain', '/auth/unauthenticated/plain', '/oauth2/auth/plain', '/auth/jwt/plain'])(
        'a page may ask before it posts JSON to %s',
        async (path) => {
            const { status, headers } = await app.raw(path, {
                method: 'OPTIONS',
                token: null,
                headers: {
                    origin: 'https://shop.example',
                    'access-control-request-method': 'POST',
                    'access-control-request-headers': 'content-type,sentry-trace,baggage'
                }
            });
            expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
            expect(headers.get('access-control-allow-methods')).toContain('POST');
            for (const name of ['Authorization', 'Content-Type', 'Accept', 'X-Requested-With', 'Sentry-Trace', 'Baggage'])
                expect(headers.get('access-control-allow-headers')).toContain(name);
        }
    );

    test('request headers of the reference’s clients are put up with', async () => {
        const headers = {
            'user-agent': 'nango-node-client/0.71.10 (linux/6.1; node.js/24.0.0)',
            'nango-is-sync': 'false',
            'nango-is-dry-run': 'false',
            'nango-activity-log-id': ''
        };
        expect((await app.raw('/connections', { headers })).status).toBe(200);
    });
});

describe('identifiers', () => {
    const sent = (connectionId: string) => ask(app, 'POST /connections', { ...importing, connection_id: connectionId });

    test.each([',.;:=+~', '[]|@', '${}"\'', '\\/_-', 'with space', 'x'.repeat(255)])('a connection may be called %s', async (name) => {
        expect((await sent(name)).status).toBe(201);
        const read = await ask(app, `GET /connections/${encodeURIComponent(name)}?provider_config_key=plain`);
        expect(read.json).toMatchObject({ connection_id: name });
    });

    test.each(['', 'a?b', 'a#b', 'ä', 'a\nb', 'x'.repeat(256)])('a connection may not be called %j', async (name) => {
        expect(outcomeOf(await sent(name))).toBe('400 invalid_body');
    });

    test('a connection without a name gets a UUID', async () => {
        expect((await ask(app, 'POST /connections', importing)).json).toMatchObject({
            connection_id: expect.stringMatching(/^[0-9a-f-]{36}$/)
        });
    });

    test.each([
        ['~:.@ _-', 200],
        ['a'.repeat(255), 200],
        ['a/b', 400],
        ['', 400],
        ['a'.repeat(256), 400]
    ])('an integration called %s is %i', async (name, status) => {
        expect((await ask(app, 'POST /integrations', { provider: 'unauthenticated', unique_key: name })).status).toBe(status);
    });

    test.each([
        [{ Team: 'Blue' }, 201],
        [{ 'a.b-c/d_e1': 'x'.repeat(255) }, 201],
        [Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`k${index}`, 'x'])), 201],
        [Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 'x'])), 'Tags cannot contain more than 10 keys'],
        [{ a: 'x', A: 'y' }, 'Duplicate tag key after case normalization: "a"'],
        [{ end_user_email: 'nobody' }, 'Tag "end_user_email" must be a valid email'],
        [{ '1st': 'x' }, 'Invalid key in record'],
        [{ ['k'.repeat(65)]: 'x' }, 'Invalid key in record'],
        [{ a: '' }, 'Too small: expected string to have >=1 characters'],
        [{ a: 'x'.repeat(256) }, 'Too big: expected string to have <=255 characters']
    ])('tags %j: %s', async (tags, expected) => {
        const response = await ask(app, 'POST /connect/sessions', { ...user, tags });
        if (expected === 201) expect(response.status).toBe(201);
        else expect(errorOf(response).errors).toContainEqual(expect.objectContaining({ message: expected }));
    });

    test.each([
        ['https://hooks.example/x', 201],
        ['', 201],
        ['nowhere', 400],
        ['ftp://hooks.example', 400]
    ])('a webhook address %j is %i', async (address, status) => {
        expect((await ask(app, 'POST /connect/sessions', { ...user, webhook_url_override: address })).status).toBe(status);
    });
});
