import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import xero from '../xero/provider.ts';
import provider from './provider.ts';

test('a call goes to the emulator with the headers of Xero, and nowhere without a sandbox', () => {
    const credentials = { type: 'OAUTH2', access_token: 'token' };
    const proxyAt = (sandboxUrl?: string) =>
        resolveProxy(provider, interpolationValues({ credentials, connectionConfig: { tenant_id: 't1' }, sandboxUrl }));
    expect(proxyAt('http://localhost:3011/')).toEqual({
        baseUrl: 'http://localhost:3011/xero',
        headers: { authorization: 'Bearer token', accept: 'application/json', 'xero-tenant-id': 't1' },
        query: {}
    });
    expect(proxyAt()).toBeUndefined();
});

test('it asks for the same scopes, and finds the organisations as at Xero', () => {
    expect(provider.default_scopes).toEqual(xero.default_scopes);
    expect(provider.identify).toBe(xero.identify);
    expect(provider.webhooks).toEqual(xero.webhooks);
});
