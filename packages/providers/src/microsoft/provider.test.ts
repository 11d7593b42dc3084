import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import { identify } from '../identify.ts';
import outlook from '../outlook/provider.ts';
import type { OAuth2Provider } from '../provider.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };
const whoSignedIn = (definition: OAuth2Provider, response: { status?: number; json?: unknown }) =>
    identify(definition, { credentials, connectionConfig: {}, values: {}, request: fakeVendor({ 'GET /v1.0/me': response }) });

test.each([provider, outlook])('the account is the one that the vendor names', async (definition) => {
    const json = { id: 'b1', userPrincipalName: 'ada@contoso.com', displayName: null };
    expect(await whoSignedIn(definition, { json })).toEqual({ accounts: [{ id: 'b1', label: 'ada@contoso.com' }] });
});

test('a token without the scope to ask names no account', async () => {
    expect(await whoSignedIn(provider, { status: 403 })).toMatchObject({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    await expect(whoSignedIn(provider, { json: { unexpected: true } })).rejects.toThrow(/Microsoft responded with something unexpected/);
});

test('a login hint is passed on, and its absence adds nothing', () => {
    expect(provider.authorizationParams?.({ connectionConfig: {}, loginHint: 'ada' })).toEqual({ login_hint: 'ada' });
    expect(provider.authorizationParams?.({ connectionConfig: {} })).toEqual({});
});
