import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'GET /v0/account': { json: { id: 'acme', name: 'Acme' } } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [{ id: 'acme', label: 'Acme' }]
    });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /v0/account': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test('a call goes to the sandbox that the operator names, and nowhere without one', () => {
    const proxyAt = (sandboxUrl?: string) => resolveProxy(provider, interpolationValues({ sandboxUrl }));
    expect(proxyAt('http://localhost:3011/')?.baseUrl).toBe('http://localhost:3011/keyed');
    expect(proxyAt()).toBeUndefined();
});
