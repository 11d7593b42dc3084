import { expect, test } from 'vitest';
import { checkCredentials } from '../check-credentials.ts';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const crm = 'GET /v0/users?page_size=1';
const ats = 'GET /ats/v0/users/?per_page=1';
const credentials = { type: 'API_KEY', apiKey: 'key' };

test.each([
    ['of the CRM', { [crm]: { status: 200 } }, 'accepted'],
    ['of the ATS alone', { [crm]: { status: 403 }, [ats]: { status: 200 } }, 'accepted'],
    ['of neither', { [crm]: { status: 403 }, [ats]: { status: 401 } }, 'rejected']
])('the check of credentials classifies a key %s', async (_, responses, outcome) => {
    const request = fakeVendor(responses);
    expect(await checkCredentials(provider, { credentials, connectionConfig: {}, values: {}, request })).toMatchObject({ outcome });
});

test('a call carries both headers with an application secret, and one without', () => {
    const withSecret = resolveProxy(provider, interpolationValues({ credentials, connectionConfig: { appSecret: 'secret' } }));
    const without = resolveProxy(provider, interpolationValues({ credentials }));
    expect(withSecret).toEqual({
        baseUrl: 'https://api.gem.com',
        headers: { 'x-api-key': 'key', 'x-application-secret': 'secret' },
        query: {}
    });
    expect(without?.headers).toEqual({ 'x-api-key': 'key' });
});
