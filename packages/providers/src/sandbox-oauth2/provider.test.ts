import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import { identify } from '../identify.ts';
import type { ProviderRequest } from '../provider.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };
const ask = (request: ProviderRequest) =>
    identify(provider, { credentials, connectionConfig: {}, values: { sandboxUrl: 'https://sandbox.example' }, request });

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'GET /oauth/me': { json: { sub: 'ada', name: 'Ada Lovelace' } } });
    expect(await ask(request)).toEqual({
        accounts: [{ id: 'ada', label: 'Ada Lovelace' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'GET /oauth/me': { status: 403 } });
    expect(await ask(request)).toMatchObject({ accounts: [], refusal: {} });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /oauth/me': { json: { unexpected: true } } });
    await expect(ask(request)).rejects.toThrow(/responded with something unexpected/);
});

test('a login hint is passed on, and its absence adds nothing', () => {
    expect(provider.authorizationParams?.({ connectionConfig: {}, loginHint: 'ada' })).toEqual({ login_hint: 'ada' });
    expect(provider.authorizationParams?.({ connectionConfig: {} })).toEqual({});
});
