import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import { isRateLimited } from '../is-rate-limited.ts';
import type { ProviderRequest } from '../provider.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'GET /user': { json: { id: 583231, login: 'octocat' } } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [{ id: '583231', label: 'octocat' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'GET /user': { status: 403 } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /user': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test('a login hint is passed on, and its absence adds nothing', () => {
    expect(provider.authorizationParams?.({ connectionConfig: {}, loginHint: 'ada' })).toEqual({ login: 'ada' });
    expect(provider.authorizationParams?.({ connectionConfig: {} })).toEqual({});
});

test('access is taken back in the name of the app, and what is not there any more counts as taken back', async () => {
    const calls: Parameters<ProviderRequest>[0][] = [];
    const responding =
        (status: number): ProviderRequest =>
        async (call) => {
            calls.push(call);
            return { status, json: undefined, text: '' };
        };
    const revoke = (status: number) =>
        provider.revoke?.({
            credentials,
            connectionConfig: {},
            client: { clientId: 'id', clientSecret: 'secret' },
            request: responding(status)
        });
    expect(await revoke(204)).toEqual({ outcome: 'revoked' });
    expect(await revoke(404)).toEqual({ outcome: 'revoked' });
    expect(await revoke(401)).toEqual({ outcome: 'failed', reason: 'GitHub responded with 401.' });
    expect(calls[0]).toEqual({
        method: 'DELETE',
        url: '/applications/id/grant',
        headers: { authorization: `Basic ${btoa('id:secret')}` },
        body: { access_token: 'token' }
    });
});

// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
test.each<[string, number, Record<string, string>, boolean]>([
    ['no calls left', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1768478410' }, true],
    ['a time to wait, while calls are left', 403, { 'retry-after': '60', 'x-ratelimit-remaining': '4990' }, true],
    ['429, with neither', 429, {}, true],
    ['403 with calls left, which is a refusal', 403, { 'x-ratelimit-remaining': '4990' }, false],
    ['404 with the last call', 404, { 'x-ratelimit-remaining': '0' }, false],
    ['200 with the last call', 200, { 'x-ratelimit-remaining': '0' }, false]
])('too many calls are told by %s', (_, status, headers, expected) => {
    expect(isRateLimited({ status, headers }, provider.proxy)).toBe(expected);
});
