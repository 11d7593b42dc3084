import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import { refusesCredentials } from '../refuses-credentials.ts';
import provider from './provider.ts';

test.each([
    ['a known key', 200, { success: true, results: { title: 'Patchbay' } }, 'accepted'],
    ['a failure with status 200', 200, { success: false, errors: ['invalid_api_key'] }, 'rejected'],
    ['no JSON with status 200', 200, undefined, 'rejected'],
    ['no key', 401, undefined, 'rejected'],
    ['a wrong or deactivated key', 403, { success: false, errors: ['invalid_api_key'] }, 'rejected'],
    ['a key without the permission to read about keys', 403, { success: false, errors: ['missing_endpoint_permission'] }, 'accepted'],
    ['a server error', 503, undefined, 'unreachable']
])('the check of credentials classifies %s', async (_, status, json, outcome) => {
    const request = fakeVendor({ 'POST /apiKey.info': { status, json } });
    const credentials = { type: 'BASIC', username: 'key', password: '' };
    expect(await provider.checkCredentials?.({ credentials, connectionConfig: {}, request })).toEqual({ outcome });
});

// https://developers.ashbyhq.com/docs/authentication
test.each([
    ['a missing key', 401, undefined, true],
    ['a wrong or deactivated key', 403, { success: false, errors: ['The API key is wrong.'] }, true],
    ['a key, in a body that is not known', 403, undefined, true],
    ['a key without the permission', 403, { success: false, errors: ['missing_endpoint_permission'] }, false],
    ['an id', 200, { success: false, errors: ['candidate_not_found'] }, false]
])('of a call that Ashby refuses for %s it is known whether the key is meant', (_, status, json, expected) => {
    expect(refusesCredentials({ status, headers: {}, json }, provider.proxy)).toBe(expected);
});

test('a wrong key is refused in the words of Ashby', async () => {
    const request = fakeVendor({ 'POST /apiKey.info': { status: 403, json: { success: false, errors: ['The API key is wrong.'] } } });
    const credentials = { type: 'BASIC', username: 'key', password: '' };
    const check = await provider.checkCredentials?.({ credentials, connectionConfig: {}, request });
    expect(check).toEqual({ outcome: 'rejected', reason: 'The API key is wrong.' });
});

test('a call carries the key as user name, with an empty password', () => {
    const proxy = resolveProxy(provider, interpolationValues({ credentials: { type: 'BASIC', username: 'key' } }));
    expect(proxy?.headers.authorization).toBe(`Basic ${btoa('key:')}`);
});
