import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import { interpolateUrl, UnsafeValueError } from '../interpolate.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({ 'GET /me': { json: { type: 'admin', app: { id_code: 'abc', name: 'Acme' } } } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [{ id: 'abc', label: 'Acme' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'GET /me': { status: 403 } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /me': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test.each([
    ['eu', 'https://app.eu.intercom.com/oauth'],
    ['au', 'https://app.au.intercom.com/oauth'],
    [undefined, 'https://app.intercom.com/oauth']
])('the sign-in for region %s is at %s', (region, url) => {
    expect(interpolateUrl(provider.authorization_url, { connectionConfig: { region } }, provider.connection_config)).toBe(url);
});

test('another region is refused', () => {
    const resolve = () => interpolateUrl(provider.authorization_url, { connectionConfig: { region: 'evil' } }, provider.connection_config);
    expect(resolve).toThrow(UnsafeValueError);
});

test('a call goes to the host of the region, where one is given', () => {
    const inEurope = resolveProxy(provider, interpolationValues({ credentials, connectionConfig: { region: 'eu' } }));
    expect(inEurope?.baseUrl).toBe('https://api.eu.intercom.io');
    const elsewhere = resolveProxy(provider, interpolationValues({ credentials }));
    expect(elsewhere).toMatchObject({ baseUrl: 'https://api.intercom.io', headers: { authorization: 'Bearer token' } });
});
