import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('every company that the consent covers can be chosen, and the choice is kept in the configuration', async () => {
    const request = fakeVendor({
        'GET /api/tenants': {
            json: {
                data: [
                    { id: 't1', name: 'Acme' },
                    { id: 't2', name: 'Globex' }
                ]
            }
        }
    });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [
            { id: 't1', label: 'Acme', connectionConfig: { tenant_id: 't1' } },
            { id: 't2', label: 'Globex', connectionConfig: { tenant_id: 't2' } }
        ]
    });
});

test('a response without a list is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /api/tenants': { json: {} } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});
