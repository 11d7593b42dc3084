import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'GET /api/v2/users/me.json': { json: { user: { id: 35436 } } } });
    expect(await provider.identify?.({ credentials, connectionConfig: { subdomain: 'acme' }, request })).toEqual({
        accounts: [{ id: 'acme', label: 'acme.zendesk.com' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'GET /api/v2/users/me.json': { status: 403 } });
    expect(await provider.identify?.({ credentials, connectionConfig: { subdomain: 'acme' }, request })).toEqual({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /api/v2/users/me.json': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: { subdomain: 'acme' }, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test('the anonymous user names no account', async () => {
    const request = fakeVendor({ 'GET /api/v2/users/me.json': { json: { user: { id: null, name: 'Anonymous user' } } } });
    expect(await provider.identify?.({ credentials, connectionConfig: { subdomain: 'acme' }, request })).toEqual({ accounts: [] });
});

test('the token is taken back by its id', async () => {
    const revoke = (responses: Parameters<typeof fakeVendor>[0]) =>
        provider.revoke?.({
            credentials,
            connectionConfig: {},
            client: { clientId: 'id', clientSecret: 'secret' },
            request: fakeVendor(responses)
        });
    const current = { 'GET /api/v2/oauth/tokens/current.json': { json: { token: { id: 7 } } } };
    expect(await revoke({ ...current, 'DELETE /api/v2/oauth/tokens/7.json': { status: 204 } })).toEqual({ outcome: 'revoked' });
    expect(await revoke({ ...current, 'DELETE /api/v2/oauth/tokens/7.json': { status: 403 } })).toEqual({
        outcome: 'failed',
        reason: 'Zendesk responded with 403.'
    });
    expect(await revoke({ 'GET /api/v2/oauth/tokens/current.json': { json: {} } })).toMatchObject({ outcome: 'failed' });
});
