import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const given = { credentials: { type: 'BASIC', username: 'rk_live_1', password: '' }, connectionConfig: {} };

test.each([
    [200, 'accepted'],
    [401, 'rejected'],
    [429, 'unreachable'],
    [500, 'unreachable']
])('status %i: the key is %s', async (status, outcome) => {
    expect(await provider.checkCredentials?.({ ...given, request: fakeVendor({ 'GET /v1/account': { status } }) })).toEqual({ outcome });
});

test('a restricted key that may not read the account is accepted, and names no account', async () => {
    const request = fakeVendor({ 'GET /v1/account': { status: 403, json: { error: { code: 'more_permissions_required' } } } });
    expect(await provider.checkCredentials?.({ ...given, request })).toEqual({ outcome: 'accepted' });
    expect(await provider.identify?.({ ...given, request })).toEqual({ accounts: [] });
});

test('the account is labelled by its name, its e-mail address or its id', async () => {
    const label = async (json: object) =>
        (await provider.identify?.({ ...given, request: fakeVendor({ 'GET /v1/account': { json } }) }))?.accounts;
    expect(await label({ id: 'acct_1', settings: { dashboard: { display_name: 'Acme' } } })).toEqual([{ id: 'acct_1', label: 'Acme' }]);
    expect(await label({ id: 'acct_1', email: 'ada@example.com', settings: null })).toEqual([{ id: 'acct_1', label: 'ada@example.com' }]);
    expect(await label({ id: 'acct_1' })).toEqual([{ id: 'acct_1', label: 'acct_1' }]);
});

test('live data and test data of one account are two accounts', async () => {
    const request = fakeVendor({ 'GET /v1/account': { json: { id: 'acct_1' } } });
    const idWith = async (username: string) =>
        (await provider.identify?.({ credentials: { type: 'BASIC', username, password: '' }, connectionConfig: {}, request }))?.accounts;
    expect(await idWith('sk_test_1')).toEqual([{ id: 'acct_1/test', label: 'acct_1 (test)' }]);
    expect(await idWith('sk_live_1')).toEqual([{ id: 'acct_1', label: 'acct_1' }]);
});
