import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import { interpolateUrl, UnsafeValueError } from '../interpolate.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

test('the account is the one that the vendor names', async () => {
    const request = fakeVendor({
        'GET /services/oauth2/userinfo': { json: { organization_id: '00D1', preferred_username: 'ada@acme.com' } }
    });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({
        accounts: [{ id: '00D1', label: 'ada@acme.com' }]
    });
});

test('a token without the scope to ask names no account', async () => {
    const request = fakeVendor({ 'GET /services/oauth2/userinfo': { status: 403 } });
    expect(await provider.identify?.({ credentials, connectionConfig: {}, request })).toEqual({ accounts: [] });
});

test('a response that makes no sense is an error that names the vendor', async () => {
    const request = fakeVendor({ 'GET /services/oauth2/userinfo': { json: { unexpected: true } } });
    await expect(provider.identify?.({ credentials, connectionConfig: {}, request })).rejects.toThrow(
        /responded with something unexpected/
    );
});

test('a login hint is passed on, and its absence adds nothing', () => {
    expect(provider.authorizationParams?.({ connectionConfig: {}, loginHint: 'ada' })).toEqual({ login_hint: 'ada' });
    expect(provider.authorizationParams?.({ connectionConfig: {} })).toEqual({});
});

const signInAt = (hostname?: string) =>
    interpolateUrl(provider.authorization_url, { connectionConfig: { hostname } }, provider.connection_config);

test.each(['test.salesforce.com', 'acme.my.salesforce.com', 'acme--uat.sandbox.my.salesforce.com', 'acme.my.salesforce.mil'])(
    'the sign-in is at %s where the connection names it',
    (hostname) => {
        expect(signInAt(hostname)).toBe(`https://${hostname}/services/oauth2/authorize`);
    }
);

test('the sign-in is at login.salesforce.com by default', () => {
    expect(signInAt()).toBe('https://login.salesforce.com/services/oauth2/authorize');
});

test.each(['evil.example', 'evilsalesforce.com', 'test.salesforce.com.evil.example', 'evil.salesforce.com', 'my.salesforce.com'])(
    'the sign-in is never at %s',
    (hostname) => {
        expect(() => signInAt(hostname)).toThrow(UnsafeValueError);
    }
);

test('a call goes to the instance that the token response names, and to no host outside the vendor', () => {
    const proxyAt = (connectionConfig: Record<string, string>) => resolveProxy(provider, interpolationValues({ connectionConfig }));
    expect(proxyAt({})).toBeUndefined();
    expect(proxyAt({ instance_url: 'https://acme.my.salesforce.com' })?.baseUrl).toBe('https://acme.my.salesforce.com');
    expect(() => proxyAt({ instance_url: 'https://salesforce.com.evil.example' })).toThrow(UnsafeValueError);
});
