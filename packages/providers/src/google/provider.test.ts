import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import gmail from '../google-mail/provider.ts';
import { identify } from '../identify.ts';
import { isRateLimited } from '../is-rate-limited.ts';
import type { OAuth2Provider } from '../provider.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };
const whoSignedIn = (definition: OAuth2Provider, response: { status?: number; json?: unknown }) =>
    identify(definition, {
        credentials,
        connectionConfig: {},
        values: {},
        request: fakeVendor({ 'GET https://openidconnect.googleapis.com/v1/userinfo': response })
    });

test.each([provider, gmail])('the account is the one that the vendor names', async (definition) => {
    expect(await whoSignedIn(definition, { json: { sub: '1234', email: 'ada@example.com' } })).toEqual({
        accounts: [{ id: '1234', label: 'ada@example.com' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    expect(await whoSignedIn(provider, { status: 403 })).toMatchObject({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    await expect(whoSignedIn(provider, { json: { unexpected: true } })).rejects.toThrow(/Google responded with something unexpected/);
});

test('a login hint is passed on, and its absence adds nothing', () => {
    expect(provider.authorizationParams?.({ connectionConfig: {}, loginHint: 'ada' })).toEqual({ login_hint: 'ada' });
    expect(provider.authorizationParams?.({ connectionConfig: {} })).toEqual({});
});

test.each([
    ['the quota of the user', 'userRateLimitExceeded', true],
    ['a missing permission', 'insufficientPermissions', false],
    ['an API that is switched off', 'accessNotConfigured', false]
])('of a 403 it is known whether it means %s', (_what, reason, expected) => {
    const json = { error: { code: 403, errors: [{ domain: 'usageLimits', reason }] } };
    expect(isRateLimited({ status: 403, headers: {}, json }, gmail.proxy)).toBe(expected);
});
