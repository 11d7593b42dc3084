import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

const connectionConfig = { realmId: '9341453474484455' };
const call = 'GET /v3/company/9341453474484455/companyinfo/9341453474484455';

test('the account is the company of the callback, by its name', async () => {
    const request = fakeVendor({ [call]: { json: { CompanyInfo: { CompanyName: 'Acme', Id: '1' }, time: '2026-03-01' } } });
    expect(await provider.identify?.({ credentials, connectionConfig, request })).toEqual({
        accounts: [{ id: '9341453474484455', label: 'Acme' }]
    });
});

test('without a company, as after a sign-in with OpenID scopes alone, no account is named and no request is sent', async () => {
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request: fakeVendor({}) })).toEqual({ accounts: [] });
});

test('T-100 a company that the sign-in may not read is an error', async () => {
    const fault = { Fault: { Error: [{ code: '3100', Message: 'message=ApplicationAuthorizationFailed' }] } };
    const request = fakeVendor({ [call]: { status: 403, json: fault } });
    await expect(provider.identify?.({ credentials, connectionConfig, request })).rejects.toThrow('may not read the company');
});

test('a server error of the vendor is an error with its status', async () => {
    const request = fakeVendor({ [call]: { status: 500 } });
    await expect(provider.identify?.({ credentials, connectionConfig, request })).rejects.toThrow('responded with status 500');
});
