import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pkce } from './pkce.ts';
import { authorizationCodeRequest, clientCredentialsRequest, refreshRequest, revocationRequest } from './token-request.ts';

const client = { tokenUrl: 'https://as.example.com/token', clientId: 'id', clientSecret: 'secret' };
const grant = { code: 'c', redirectUri: 'https://app.example.com/oauth/callback' };

test('a code is traded in form encoding, the client in the body', () => {
    const request = authorizationCodeRequest({ ...client, ...grant, codeVerifier: 'v' });
    expect(request).toMatchObject({
        url: client.tokenUrl,
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
    });
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
        grant_type: 'authorization_code',
        code: 'c',
        redirect_uri: grant.redirectUri,
        code_verifier: 'v',
        client_id: 'id',
        client_secret: 'secret'
    });
    expect(request.headers).not.toHaveProperty('authorization');
});

test('by header, the client is form-encoded before base64 and absent from the body', () => {
    const request = authorizationCodeRequest({
        ...client,
        clientId: 'a-b c',
        clientSecret: 's:ö+%',
        authorizationMethod: 'header',
        ...grant
    });
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    expect(scheme).toBe('Basic');
    expect(Buffer.from(encoded, 'base64').toString()).toBe('a-b+c:s%3A%C3%B6%2B%25');
    expect(request.body).not.toContain('client_');
});

test("a provider's own authorization takes the place of the client's, which is not in the body either", () => {
    const headers = { Authorization: 'Basic c2VjcmV0Og==' };
    const request = refreshRequest({ ...client, refreshToken: 'r', authorizationMethod: 'header', headers });
    expect(request.headers.authorization).toBe('Basic c2VjcmV0Og==');
    expect(request.body).not.toContain('client_');
});

test('a JSON body says the same', () => {
    const request = authorizationCodeRequest({ ...client, ...grant, bodyFormat: 'json' });
    expect(request.headers['content-type']).toBe('application/json');
    expect(JSON.parse(request.body)).toEqual({
        grant_type: 'authorization_code',
        code: 'c',
        redirect_uri: grant.redirectUri,
        client_id: 'id',
        client_secret: 'secret'
    });
});

test("a provider's own parameters and headers are added, but never win over the grant's", () => {
    const request = authorizationCodeRequest({
        ...client,
        ...grant,
        params: { expiring: '1', code: 'other', client_id: 'other', grant_type: 'password' },
        headers: { Accept: 'application/vnd.api+json', 'X-Version': '2', 'Content-Type': 'text/plain' }
    });
    const body = new URLSearchParams(request.body);
    expect([...body.values()]).not.toContain('other');
    expect(body.get('expiring')).toBe('1');
    expect(body.get('grant_type')).toBe('authorization_code');
    expect(request.headers).toEqual({
        accept: 'application/vnd.api+json',
        'x-version': '2',
        'content-type': 'application/x-www-form-urlencoded'
    });
});

test('client credentials ask for scopes only when there are some', () => {
    expect(clientCredentialsRequest({ ...client, scopes: ['a', 'b'], scopeSeparator: ',' }).body).toBe(
        'grant_type=client_credentials&scope=a%2Cb&client_id=id&client_secret=secret'
    );
    expect(clientCredentialsRequest({ ...client, scopes: [] }).body).not.toContain('scope');
});

test('a refresh carries the refresh token and the client, no redirect URI and no scope', () => {
    const request = refreshRequest({ ...client, refreshToken: 'r+/=', params: { redirect_uri: 'kept', refresh_token: 'other' } });
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
        redirect_uri: 'kept',
        grant_type: 'refresh_token',
        refresh_token: 'r+/=',
        client_id: 'id',
        client_secret: 'secret'
    });
    expect(refreshRequest({ ...client, refreshToken: 'r' }).body).toBe(
        'grant_type=refresh_token&refresh_token=r&client_id=id&client_secret=secret'
    );
    expect(refreshRequest({ ...client, refreshToken: 'r', authorizationMethod: 'header' }).body).toBe(
        'grant_type=refresh_token&refresh_token=r'
    );
});

test('a PKCE pair is fresh and belongs together', async () => {
    const [one, two] = await Promise.all([pkce(), pkce()]);
    expect(one.verifier).toMatch(/^[\w-]{43}$/);
    expect(one.challenge).toBe(createHash('sha256').update(one.verifier).digest('base64url'));
    expect(two.verifier).not.toBe(one.verifier);
});

test('a revocation names the token and what kind it is', () => {
    const request = revocationRequest({ ...client, tokenUrl: 'https://as.example.com/revoke', token: 't', tokenTypeHint: 'refresh_token' });
    expect(request.url).toBe('https://as.example.com/revoke');
    expect(request.body).toBe('token=t&token_type_hint=refresh_token&client_id=id&client_secret=secret');
    const inJson = revocationRequest({ ...client, authorizationMethod: 'header', bodyFormat: 'json', token: 't' });
    expect(inJson.body).toBe('{"token":"t"}');
    expect(inJson.headers.authorization).toMatch(/^Basic /);
});
