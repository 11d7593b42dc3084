import { expect, test } from 'vitest';
import { checkCredentials } from '../check-credentials.ts';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import { refusesCredentials } from '../refuses-credentials.ts';
import provider from './provider.ts';

const crm = 'GET /v0/users?page_size=1';
const ats = 'GET /ats/v0/users/?per_page=1';
const credentials = { type: 'API_KEY', apiKey: 'key' };

test.each([
    ['of the CRM', { [crm]: { status: 200 } }, 'accepted'],
    ['of the ATS alone', { [crm]: { status: 403 }, [ats]: { status: 200 } }, 'accepted'],
    ['that is unknown, without asking for both', { [crm]: { status: 403, refusesCredentials: true } }, 'rejected'],
    ['of neither', { [crm]: { status: 403 }, [ats]: { status: 401 } }, 'rejected']
])('the check of credentials classifies a key %s', async (_, responses, outcome) => {
    const request = fakeVendor(responses);
    expect(await checkCredentials(provider, { credentials, connectionConfig: {}, values: {}, request })).toMatchObject({ outcome });
});

// https://repost.aws/knowledge-center/api-gateway-troubleshoot-403-forbidden
test.each([
    ['by its gateway', 403, { 'x-amzn-errortype': 'ForbiddenException' }, true],
    ['for the application secret', 401, {}, true],
    ['for a permission, by the API', 403, {}, false],
    ['for a path that is not there', 403, { 'x-amzn-errortype': 'MissingAuthenticationTokenException' }, false],
    ['as one too many', 429, { 'x-amzn-errortype': 'TooManyRequestsException' }, false]
])('of a call that Gem refuses %s it is known whether the key is meant', (_, status, headers, expected) => {
    expect(refusesCredentials({ status, headers }, provider.proxy)).toBe(expected);
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
