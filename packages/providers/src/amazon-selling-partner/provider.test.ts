import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };
const call = 'GET /sellers/v1/marketplaceParticipations';

test('the account is the seller of the callback, by the name of its store', async () => {
    const payload = [{ marketplace: { id: 'A2' } }, { marketplace: { id: 'A1' }, storeName: 'Acme' }];
    const request = fakeVendor({ [call]: { json: { payload } } });
    const connectionConfig = { selling_partner_id: 'A3FHEXAMPLEYWS' };
    expect(await provider.identify?.({ credentials, connectionConfig, request })).toEqual({
        accounts: [{ id: 'A3FHEXAMPLEYWS', label: 'Acme' }]
    });
});

test('a store without a name is named by its id, and an import without a seller has no account', async () => {
    const request = fakeVendor({ [call]: { json: { payload: [] } } });
    const identified = (connectionConfig: Record<string, string>) => provider.identify?.({ credentials, connectionConfig, request });
    expect(await identified({ selling_partner_id: 'A3' })).toEqual({ accounts: [{ id: 'A3', label: 'A3' }] });
    expect(await identified({})).toEqual({ accounts: [] });
});

test('a server error of the vendor is an error with its status', async () => {
    const request = fakeVendor({ [call]: { status: 503 } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow('responded with status 503');
});
