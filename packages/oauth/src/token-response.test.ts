import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTokenResponse } from './token-response.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inAnHour = new Date('2026-03-01T13:00:00Z');

function read(status: number, body: unknown) {
    return readTokenResponse({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }, { now });
}

describe('responses with a token', () => {
    test.each<[what: string, body: unknown, token: object]>([
        [
            'the standard',
            { access_token: 'a', token_type: 'Bearer', expires_in: 3600, refresh_token: 'r', scope: 'x y' },
            { accessToken: 'a', refreshToken: 'r', expiresAt: inAnHour, scopes: ['x', 'y'] }
        ],
        ['an access token alone', { access_token: 'a' }, { accessToken: 'a' }],
        ['expires_in as a string', { access_token: 'a', expires_in: '3600' }, { accessToken: 'a', expiresAt: inAnHour }],
        ['expires_in as words', { access_token: 'a', expires_in: 'never' }, { accessToken: 'a' }],
        ['expires_in null', { access_token: 'a', expires_in: null }, { accessToken: 'a' }],
        ['expires_in 0', { access_token: 'a', expires_in: 0 }, { accessToken: 'a' }],
        ['expires_in negative', { access_token: 'a', expires_in: -5 }, { accessToken: 'a' }],
        ['expires_in beyond every calendar', { access_token: 'a', expires_in: 1e300 }, { accessToken: 'a' }],
        [
            'expires_at in epoch seconds',
            { access_token: 'a', expires_at: inAnHour.getTime() / 1000 },
            { accessToken: 'a', expiresAt: inAnHour }
        ],
        ['expires_at as ISO 8601', { access_token: 'a', expires_at: '2026-03-01T13:00:00Z' }, { accessToken: 'a', expiresAt: inAnHour }],
        [
            'expires_at in epoch milliseconds',
            { access_token: 'a', expires_at: inAnHour.getTime() },
            { accessToken: 'a', expiresAt: inAnHour }
        ],
        ['expires_at without a zone', { access_token: 'a', expires_at: '2026-03-01 13:00:00' }, { accessToken: 'a', expiresAt: inAnHour }],
        ['expires_at in 1970', { access_token: 'a', expires_at: 3600 }, { accessToken: 'a' }],
        ['expires_at a minute ago', { access_token: 'a', expires_at: now.getTime() / 1000 - 60 }, { accessToken: 'a' }],
        ['expires_at NaN', { access_token: 'a', expires_at: 'NaN' }, { accessToken: 'a' }],
        ['expires_at as nonsense', { access_token: 'a', expires_at: 'soon' }, { accessToken: 'a' }],
        ['scopes by commas', { access_token: 'a', scope: 'x,y, z' }, { accessToken: 'a', scopes: ['x', 'y', 'z'] }],
        ['scopes as a list', { access_token: 'a', scope: ['x', 'y'] }, { accessToken: 'a', scopes: ['x', 'y'] }],
        ['scopes repeated', { access_token: 'a', scope: 'x x' }, { accessToken: 'a', scopes: ['x'] }],
        ['an empty scope', { access_token: 'a', scope: '' }, { accessToken: 'a' }],
        ...['bearer', 'BEARER', 'Bearer ', 'BearerToken', 'bearer_token', null].map((token_type): [string, unknown, object] => [
            `token_type ${token_type}`,
            { access_token: 'a', token_type },
            { accessToken: 'a' }
        ]),
        ['refresh_token null', { access_token: 'a', refresh_token: null }, { accessToken: 'a' }],
        ['refresh_token empty', { access_token: 'a', refresh_token: '' }, { accessToken: 'a' }],
        ['error null beside the token', { access_token: 'a', error: null, ok: true }, { accessToken: 'a' }],
        ['error empty beside the token', { access_token: 'a', error: '' }, { accessToken: 'a' }],
        ['a byte-order mark before the JSON', '\uFEFF {"access_token":"a"}', { accessToken: 'a' }],
        ['form encoding', 'access_token=a%2Fb&scope=x%2Cy&token_type=bearer', { accessToken: 'a/b', scopes: ['x', 'y'] }],
        ['form encoding with expires_in', 'access_token=a&expires_in=3600', { accessToken: 'a', expiresAt: inAnHour }],
        ...['refresh_token_expires_in', 'x_refresh_token_expires_in', 'refresh_expires_in'].map((name): [string, unknown, object] => [
            name,
            { access_token: 'a', refresh_token: 'r', [name]: '3600' },
            { accessToken: 'a', refreshToken: 'r', refreshExpiresAt: inAnHour }
        ]),
        [
            'x_refresh_token_hard_expires_in',
            { access_token: 'a', x_refresh_token_hard_expires_in: 3600 },
            { accessToken: 'a', grantEndsAt: inAnHour }
        ],
        ['refresh_token_expires_in 0', { access_token: 'a', refresh_token_expires_in: 0 }, { accessToken: 'a' }],
        ['a word in capitals as the status of a success', { access_token: 'a', status: 'ALL_GOOD' }, { accessToken: 'a' }],
        [
            'characters that no database keeps',
            '{"access_token":"a","refresh_token":"r\\u0000","scope":"x\\u0000 y\\ud800"}',
            { accessToken: 'a', refreshToken: 'r', scopes: ['x', 'y\ufffd'] }
        ],
        ['such characters in form encoding', 'access_token=a&scope=x%00', { accessToken: 'a', scopes: ['x'] }],
        ['a token of 4 kB', { access_token: 'a'.repeat(4096) }, { accessToken: 'a'.repeat(4096) }]
    ])('%s', (_, body, token) => {
        const response = read(200, body);
        expect(response).toMatchObject({ ok: true });
        if (!response.ok) return;
        const { raw, ...rest } = response.token;
        expect(rest).toStrictEqual(token);
        expect(raw.access_token).toBe(rest.accessToken);
    });

    test('expires_in counts milliseconds where the provider does', () => {
        const response = readTokenResponse(
            { status: 200, body: '{"access_token":"a","expires_in":3600000}' },
            { now, expiresInUnit: 'milliseconds' }
        );
        expect(response).toMatchObject({ token: { expiresAt: inAnHour } });
    });

    test('the end of a refresh token is the end of the grant only where it does not move', () => {
        const body = '{"access_token":"a","refresh_token_expires_in":3600}';
        expect(readTokenResponse({ status: 200, body }, { now, refreshExpiry: 'hard' })).toMatchObject({
            token: { grantEndsAt: inAnHour }
        });
    });

    test("a vendor's own name for bearer tokens is taken where it is named", () => {
        const body = '{"access_token":"a","token_type":"bot"}';
        expect(readTokenResponse({ status: 200, body }, { now, tokenTypes: ['bot'] })).toMatchObject({ ok: true });
        expect(read(200, body)).toMatchObject({ ok: false });
    });

    test('an odd response is normalised, and raw stays what the provider sent', () => {
        const body = '{"user":{"access_token":"a"}}';
        const normalise = (raw: Readonly<Record<string, unknown>>) => ({ ...(raw.user as object) });
        const response = readTokenResponse({ status: 200, body }, { now, normalise });
        expect(response).toMatchObject({ token: { accessToken: 'a', raw: { user: { access_token: 'a' } } } });
    });

    test('a normaliser that throws makes the response malformed', () => {
        const response = readTokenResponse(
            { status: 200, body: '{"access_token":"a"}' },
            {
                now,
                normalise: () => {
                    throw new Error('no user in it');
                }
            }
        );
        expect(response).toEqual({ ok: false, kind: 'malformed' });
    });

    test('prototype keys change no prototype, at any depth', () => {
        const response = read(200, '{"access_token":"a","__proto__":{"isAdmin":true},"team":{"__proto__":{"isAdmin":true}}}');
        if (!response.ok) throw new Error('the token was not read');
        expect(JSON.stringify(response.token.raw)).toBe('{"access_token":"a","team":{}}');
        expect({ ...response.token.raw }).not.toHaveProperty('isAdmin');
        expect(response.token.raw.team).not.toHaveProperty('isAdmin');
        expect(read(200, 'access_token=a&__proto__=b')).toMatchObject({ ok: true });
    });
});

describe('T-21 responses without a token', () => {
    test.each<[what: string, status: number, body: unknown, kind: string]>([
        ['invalid_grant', 400, { error: 'invalid_grant' }, 'refused'],
        ['invalid_grant with status 200', 200, { error: 'invalid_grant' }, 'refused'],
        [
            'a used code at GitHub, status 200',
            200,
            { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
            'refused'
        ],
        ['an error in form encoding', 200, 'error=bad_verification_code&error_description=expired', 'refused'],
        ['ok: false (Slack)', 200, { ok: false, error: 'invalid_code' }, 'refused'],
        ['ok: false without a word', 200, { ok: false }, 'malformed'],
        ['success: false beside a token', 200, { success: false, access_token: 'a', message: 'No.' }, 'refused'],
        ['an error beside a token', 200, { error: 'access_denied', access_token: 'a' }, 'refused'],
        ['a message alone (HubSpot)', 400, { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code' }, 'refused'],
        ['a nested error', 400, { error: { code: 400, status: 'FAILED_PRECONDITION', message: 'Not allowed' } }, 'refused'],
        ['invalid_client', 401, { error: 'invalid_client' }, 'misconfigured'],
        ['invalid_client with status 400', 400, { error: 'invalid_client' }, 'misconfigured'],
        ['unauthorized_client', 400, { error: 'unauthorized_client' }, 'misconfigured'],
        ['incorrect_client_credentials (GitHub)', 200, { error: 'incorrect_client_credentials' }, 'misconfigured'],
        ['bad_redirect_uri (Slack)', 200, { ok: false, error: 'bad_redirect_uri' }, 'misconfigured'],
        [
            'invalid_grant about the redirect URI',
            400,
            { error: 'invalid_grant', error_description: 'redirect_uri did not match' },
            'misconfigured'
        ],
        ['invalid_scope', 400, { error: 'invalid_scope' }, 'misconfigured'],
        ['401 without an error word', 401, { message: 'Unauthorized' }, 'misconfigured'],
        ['401 without a body', 401, '', 'misconfigured'],
        ['temporarily_unavailable', 400, { error: 'temporarily_unavailable' }, 'transient'],
        ['ratelimited (Slack)', 200, { ok: false, error: 'ratelimited' }, 'transient'],
        ['429', 429, { error: 'rate_limit' }, 'transient'],
        ['429 without a body', 429, '', 'transient'],
        ['500', 500, { error: 'invalid_grant' }, 'transient'],
        ['502 in HTML', 502, '<html><h1>Bad gateway</h1></html>', 'transient'],
        ['a maintenance page with 200', 200, '<!doctype html><title>Back soon</title>', 'transient'],
        ['a firewall page with 403', 403, '\uFEFF\n<html>Request blocked</html>', 'transient'],
        ['408', 408, '', 'transient'],
        ['T-13 a redirect', 307, '', 'malformed'],
        ['T-13 a redirect with a token', 302, { access_token: 'a' }, 'malformed'],
        ['an empty body', 200, '', 'malformed'],
        ['white space', 200, ' \n ', 'malformed'],
        ['null', 200, 'null', 'malformed'],
        ['a number', 200, '42', 'malformed'],
        ['a string', 200, '"access_token"', 'malformed'],
        ['an array', 200, [{ access_token: 'a' }], 'malformed'],
        ['an empty object', 200, {}, 'malformed'],
        ['400 with an empty object', 400, {}, 'malformed'],
        ['half a JSON', 200, '{"access_token":"a', 'malformed'],
        ['access_token null', 200, { access_token: null }, 'malformed'],
        ['access_token empty', 200, { access_token: '' }, 'malformed'],
        ['access_token a number', 200, { access_token: 12345 }, 'malformed'],
        ['access_token an object', 200, { access_token: { value: 'a' } }, 'malformed'],
        ['access_token with a line break', 200, { access_token: 'a\r\nx-admin: 1' }, 'malformed'],
        ['access_token outside ASCII', 200, { access_token: 'ä' }, 'malformed'],
        ['access_token only on the prototype', 200, '{"__proto__":{"access_token":"a"}}', 'malformed'],
        ['access_token twice in a form', 200, 'access_token=a&access_token=b', 'malformed'],
        ['XML', 200, '<?xml version="1.0"?><access_token>a</access_token>', 'malformed'],
        ['5 MB', 200, JSON.stringify({ access_token: 'a', padding: 'x'.repeat(5_000_000) }), 'malformed'],
        ['nesting that overflows the stack', 200, `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 'malformed'],
        ['plain text', 200, 'OK', 'malformed'],
        ['binary', 200, '\u0000\u0001\u0002', 'malformed']
    ])('%s', (_, status, body, kind) => {
        expect(read(status, body)).toMatchObject({ ok: false, kind });
    });

    test.each(['DPoP', 'mac', 'pop', 'N_A', '', ' ', 7, {}, []])('T-21: a token of the type %j is not taken', (token_type) => {
        expect(read(200, { access_token: 'a', refresh_token: 'r', token_type })).toMatchObject({
            ok: false,
            kind: 'misconfigured',
            error: 'unsupported_token_type',
            description: expect.stringContaining('only bearer tokens')
        });
    });

    test('what the normaliser refuses is refused with its words', () => {
        const normalise = () => ({ error: 'invalid_scope', error_description: 'Ask for less.' });
        const response = readTokenResponse({ status: 200, body: '{"access_token":"a"}' }, { now, normalise });
        expect(response).toEqual({ ok: false, kind: 'misconfigured', error: 'invalid_scope', description: 'Ask for less.' });
    });

    test("HubSpot's status is its error code", () => {
        expect(read(400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or unknown refresh token' })).toEqual({
            ok: false,
            kind: 'refused',
            error: 'BAD_REFRESH_TOKEN',
            description: 'missing or unknown refresh token'
        });
    });

    test('whatever comes, reading it does not throw', () => {
        fc.assert(
            fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json(), fc.webQueryParameters()), (status, body) => {
                expect(typeof read(status, body).ok).toBe('boolean');
            })
        );
    });
});
