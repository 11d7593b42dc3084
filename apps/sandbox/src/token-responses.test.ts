import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Modes } from './modes.ts';
import { discover, SCOPE } from './oauth-client.fixtures.ts';
import type { OAuthTester, Tokens } from './oauth-client.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let client: OAuthTester;

beforeAll(async () => {
    sandbox = await startSandbox();
    client = await discover(sandbox);
});
beforeEach(() => client.control('reset', {}));
afterAll(() => sandbox.stop());

describe('their form', () => {
    test.each<[Partial<Modes>, object]>([
        [{ expires_in: 'number' }, { expires_in: 3600 }],
        [{ expires_in: 'float' }, { expires_in: 3600.5 }],
        [{ expires_in: 'string' }, { expires_in: '3600' }],
        [{ expires_in: 'missing' }, { expires_in: 'none' }],
        [{ token_type: 'Bearer' }, { token_type: 'Bearer' }],
        [{ token_type: 'bearer' }, { token_type: 'bearer' }],
        [{ token_type: 'BEARER' }, { token_type: 'BEARER' }],
        [{ token_type: 'missing' }, { token_type: 'none' }]
    ])('%j responds with %j', async (modes, expected) => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes(modes);
        const response = await client.refreshResponse(refreshToken);
        const { access_token: accessToken, expires_in: expiresIn = 'none', token_type: tokenType = 'none' } = Object(await response.json());
        expect([response.status, accessToken]).toEqual([200, expect.any(String)]);
        expect({ expires_in: expiresIn, token_type: tokenType }).toMatchObject(expected);
    });

    test.each<Partial<Modes>>([
        { expires_in: 'string' },
        { expires_in: 'float' },
        { expires_in: 'missing' },
        { token_type: 'bearer' },
        { token_type: 'BEARER' }
    ])('a tolerant client lives with %j from the code to the third refresh', async (modes) => {
        await client.setModes(modes);
        let tokens = await client.signIn();
        for (let round = 0; round < 3; round += 1) tokens = await client.refresh(tokens.refresh_token);
        expect((await client.api(tokens)).status).toBe(200);
    });

    test('form: what it gives and what it refuses', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ token_format: 'form' });
        const response = await client.refreshResponse(refreshToken);
        expect(response.headers.get('content-type')).toBe('application/x-www-form-urlencoded; charset=utf-8');
        const given = new URLSearchParams(await response.text());
        expect(given.get('expires_in')).toBe('3600');
        expect((await client.api(asTokens(given))).status).toBe(200);

        const refusal = await client.refreshResponse('unknown');
        expect(refusal.status).toBe(400);
        expect(new URLSearchParams(await refusal.text()).get('error')).toBe('invalid_grant');
    });

    test('status_200 refuses with it, and gives as before', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ token_error: 'status_200' });
        const refusal = await client.refreshResponse('unknown');
        expect([refusal.status, await refusal.json()]).toMatchObject([200, { error: 'invalid_grant' }]);
        expect((await client.api(await client.refresh(refreshToken))).status).toBe(200);
    });
});

describe('late and lost', () => {
    test('a delayed response: the token is spent although the caller disconnects', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ token_delay_ms: 600_000, reuse: 'refused' });
        const hangUp = new AbortController();
        const late = client.refreshResponse(refreshToken, hangUp.signal);
        await expect.poll(refreshesOfTheGrant).toEqual({ granted: 1, refused: 0, lost: 0 });
        hangUp.abort();
        await expect(late).rejects.toMatchObject({ name: 'AbortError' });
        await client.setModes({ token_delay_ms: 0 });
        await expect(client.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    test('a response is delayed by token_delay_ms', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ token_delay_ms: 120 });
        const startedAt = performance.now();
        await client.refresh(refreshToken);
        expect(performance.now() - startedAt).toBeGreaterThan(110);
    });

    test('a lost response leaves the client with a spent token: using it again ends the grant', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ lost_token_answers: 1 });
        await expect(client.refresh(refreshToken)).rejects.toThrow('fetch failed');
        expect(await refreshesOfTheGrant()).toEqual({ granted: 1, refused: 0, lost: 1 });
        await expect(client.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
    });

    test('with grace and the same response, asking again brings the lost tokens', async () => {
        const { refresh_token: refreshToken } = await client.signIn();
        await client.setModes({ lost_token_answers: 2, grace_s: 60, grace_answer: 'same' });
        await expect(client.refresh(refreshToken)).rejects.toThrow('fetch failed');
        await expect(client.refresh(refreshToken)).rejects.toThrow('fetch failed');
        const tokens = await client.refresh(refreshToken);
        expect((await client.api(await client.refresh(tokens.refresh_token))).status).toBe(200);
    });

    test('a code whose response is lost is spent as well, and refusals never get lost', async () => {
        await client.setModes({ lost_token_answers: 1 });
        const { parameters, verifier } = await client.authorize();
        await expect(client.refresh('unknown')).rejects.toMatchObject({ error: 'invalid_grant' });
        await expect(client.redeem(parameters, verifier)).rejects.toThrow('fetch failed');
        await expect(client.redeem(parameters, verifier)).rejects.toMatchObject({ error: 'invalid_grant' });
    });
});

describe('scopes', () => {
    test('a scope that is not granted is missing in every response, and the API requires it', async () => {
        await client.setModes({ withheld_scopes: ['contacts.read', 'email'] });
        const first = await client.signIn('ada');
        expect(first.scope).toBe('openid profile offline_access');
        const second = await client.refresh(first.refresh_token);
        expect(second.scope).toBe('openid profile offline_access');
        expect((await client.api(second)).status).toBe(200);
        const refusal = await client.api(second, '/api/contacts');
        expect([refusal.status, await refusal.json()]).toMatchObject([403, { error: 'insufficient_scope' }]);
        expect(refusal.headers.get('www-authenticate')).toContain('scope="contacts.read"');
        expect(await client.userInfo(second, 'ada')).not.toHaveProperty('email');
    });

    test('a scope that is revoked later is refused at once, and missing in the next response', async () => {
        const first = await client.signIn('ada');
        expect(first.scope).toBe(SCOPE);
        expect((await client.api(first, '/api/contacts')).status).toBe(200);
        const narrowed = { account: 'ada', scopes: ['contacts.read'] };
        expect(await client.control('narrow', narrowed)).toEqual({ ...narrowed, grants_narrowed: 1 });
        expect((await client.api(first, '/api/contacts')).status).toBe(403);
        const second = await client.refresh(first.refresh_token);
        expect(second.scope).toBe('openid profile email offline_access');
        expect((await client.api(second)).status).toBe(200);
        expect((await client.api(await client.signIn('ada'), '/api/contacts')).status).toBe(200);
    });

    test('client credentials need the scope too', async () => {
        expect((await client.api(await client.machineTokens('contacts.write'), '/api/contacts')).status).toBe(403);
        expect((await client.api(await client.machineTokens('contacts.read'), '/api/contacts')).status).toBe(200);
    });
});

async function refreshesOfTheGrant(): Promise<unknown> {
    return Object(await client.control('token-calls')).grants[0].refreshes;
}

function asTokens(form: URLSearchParams): Tokens {
    return { access_token: form.get('access_token') ?? '', token_type: 'bearer' };
}
