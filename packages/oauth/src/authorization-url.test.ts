import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authorizationUrl, reservedAuthorizationParams } from './authorization-url.ts';

const base = {
    authorizationUrl: 'https://as.example.com/authorize',
    clientId: 'client',
    redirectUri: 'https://app.example.com/oauth/callback',
    scopes: ['read', 'write'],
    state: 'state',
    codeChallenge: 'challenge'
};

test('everything the authorization server needs is in the URL, spaces as %20', () => {
    expect(authorizationUrl(base)).toBe(
        'https://as.example.com/authorize?response_type=code&client_id=client' +
            '&redirect_uri=https%3A%2F%2Fapp.example.com%2Foauth%2Fcallback&state=state&scope=read%20write' +
            '&code_challenge=challenge&code_challenge_method=S256'
    );
});

test("scopes are joined by the provider's separator and left out when there are none", () => {
    expect(new URL(authorizationUrl({ ...base, scopeSeparator: ',' })).searchParams.get('scope')).toBe('read,write');
    expect(new URL(authorizationUrl({ ...base, scopes: [], params: { scope: 'admin' } })).searchParams.has('scope')).toBe(false);
});

test('a query of the authorization URL is kept, and the word `undefined` removes a parameter', () => {
    const url = new URL(
        authorizationUrl({
            ...base,
            authorizationUrl: 'https://as.example.com/a?tenant=1&prompt=x#top',
            params: { prompt: 'undefined', extra: 'a+b' }
        })
    );
    expect(url.searchParams.get('tenant')).toBe('1');
    expect(url.searchParams.get('extra')).toBe('a+b');
    expect(url.searchParams.has('prompt')).toBe(false);
    expect(url.hash).toBe('');
});

test('without a challenge nothing speaks of PKCE', () => {
    const url = new URL(
        authorizationUrl({ ...base, codeChallenge: undefined, params: { code_challenge: 'mine', code_challenge_method: 'plain' } })
    );
    expect([...url.searchParams.keys()].filter((name) => name.startsWith('code_challenge'))).toEqual([]);
});

test('T-07 no parameter from anywhere can replace, repeat or remove a reserved one', () => {
    const name = fc.oneof(fc.constantFrom(...reservedAuthorizationParams), fc.string());
    const value = fc.oneof(fc.constant('undefined'), fc.string());
    fc.assert(
        fc.property(fc.dictionary(name, value), fc.array(fc.tuple(name, value)), (params, ownQuery) => {
            const own = new URLSearchParams(ownQuery).toString();
            const query = new URL(authorizationUrl({ ...base, authorizationUrl: `${base.authorizationUrl}?${own}`, params })).searchParams;
            expect(reservedAuthorizationParams.map((reserved) => query.getAll(reserved))).toEqual([
                ['code'],
                ['client'],
                [base.redirectUri],
                ['state'],
                ['read write'],
                ['challenge'],
                ['S256'],
                [],
                [],
                []
            ]);
        })
    );
});
