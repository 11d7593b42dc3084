import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('every company that the consent covers can be chosen, and the choice is kept in the configuration', async () => {
    const request = fakeVendor({
        'GET /connections': {
            json: [
                { id: 'c1', tenantId: 't1', tenantName: 'Acme' },
                { id: 'c2', tenantId: 't2', tenantName: null }
            ]
        }
    });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [
            { id: 't1', label: 'Acme', connectionConfig: { tenant_id: 't1' } },
            { id: 't2', label: 't2', connectionConfig: { tenant_id: 't2' } }
        ]
    });
});

test('a response that is no list is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /connections': { json: {} } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test('one organisation is taken out, and no other', async () => {
    const tenants = [
        { id: 'link-1', tenantId: 'other', tenantName: 'Other' },
        { id: 'link-2', tenantId: 'mine', tenantName: 'Mine' },
        { id: '../a?b', tenantId: 'odd', tenantName: 'Odd' }
    ];
    const revoke = (tenant_id: string, responses: Parameters<typeof fakeVendor>[0]) =>
        provider.revoke?.({
            credentials,
            connectionConfig: { tenant_id },
            client: { clientId: 'id', clientSecret: 'secret' },
            request: fakeVendor({ 'GET /connections': { json: tenants }, ...responses })
        });
    expect(await revoke('mine', { 'DELETE /connections/link-2': { status: 204 } })).toEqual({ outcome: 'revoked' });
    // Whatever the vendor calls its links: each is one part of the path.
    expect(await revoke('odd', { 'DELETE /connections/..%2Fa%3Fb': { status: 204 } })).toEqual({ outcome: 'revoked' });
    expect(await revoke('gone', {})).toEqual({ outcome: 'revoked' });
    expect(await revoke('mine', { 'GET /connections': { status: 401 } })).toEqual({
        outcome: 'failed',
        reason: 'Xero responded with 401.'
    });
});
