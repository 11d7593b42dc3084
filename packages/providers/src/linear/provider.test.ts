import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import { isRateLimited } from '../is-rate-limited.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'POST /graphql': { json: { data: { organization: { id: 'o1', name: 'Acme' } } } } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [{ id: 'o1', label: 'Acme' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'POST /graphql': { status: 403 } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'POST /graphql': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test.each([
    ['its own code', 400, { errors: [{ message: 'Rate limit exceeded.', extensions: { code: 'RATELIMITED' } }] }, true],
    ['another code', 400, { errors: [{ message: 'Cannot query field.', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }, false],
    ['that code beside data', 200, { errors: [{ extensions: { code: 'RATELIMITED' } }] }, false],
    ['no JSON', 400, undefined, false],
    ['what others send', 429, undefined, true]
])('too many calls are told by %s', (_, status, json, expected) => {
    expect(isRateLimited({ status, headers: {}, json }, provider.proxy)).toBe(expected);
});
