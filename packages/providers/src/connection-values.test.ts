import { describe, expect, test } from 'vitest';
import ashby from './ashby/provider.ts';
import { copyMetadata, interpolationValues, resolveProxy } from './connection-values.ts';
import gem from './gem/provider.ts';
import intercom from './intercom/provider.ts';
import { UnsafeValueError } from './interpolate.ts';
import salesforce from './salesforce/provider.ts';
import sandboxTwoKeys from './sandbox-two-keys/provider.ts';
import unauthenticated from './unauthenticated/provider.ts';

describe('what goes on the wire for a connection', () => {
    test('ashby: the key as user name, an empty password, the colon between them', () => {
        const proxy = resolveProxy(ashby, interpolationValues({ credentials: { type: 'BASIC', username: 'key' } }));
        expect(proxy?.headers.authorization).toBe(`Basic ${btoa('key:')}`);
    });

    test('intercom: the regional host where a region is given', () => {
        const credentials = { type: 'OAUTH2', access_token: 'token' };
        const inEurope = resolveProxy(intercom, interpolationValues({ credentials, connectionConfig: { region: 'eu' } }));
        expect(inEurope?.baseUrl).toBe('https://api.eu.intercom.io');
        const elsewhere = resolveProxy(intercom, interpolationValues({ credentials }));
        expect(elsewhere).toMatchObject({ baseUrl: 'https://api.intercom.io', headers: { authorization: 'Bearer token' } });
    });

    test('salesforce: no address before the token response has named the instance, and none outside the vendor', () => {
        const proxyAt = (connectionConfig: Record<string, string>) => resolveProxy(salesforce, interpolationValues({ connectionConfig }));
        expect(proxyAt({})).toBeUndefined();
        expect(proxyAt({ instance_url: 'https://acme.my.salesforce.com' })?.baseUrl).toBe('https://acme.my.salesforce.com');
        expect(() => proxyAt({ instance_url: 'https://salesforce.com.evil.example' })).toThrow(UnsafeValueError);
    });

    test('the sandbox is where the operator says, and nowhere otherwise', () => {
        expect(resolveProxy(sandboxTwoKeys, interpolationValues({ sandboxUrl: 'http://localhost:3011/' }))?.baseUrl).toBe(
            'http://localhost:3011/keyed'
        );
        expect(resolveProxy(sandboxTwoKeys, interpolationValues({}))).toBeUndefined();
        expect(resolveProxy(unauthenticated, interpolationValues({}))).toBeUndefined();
    });

    test('a token of client credentials is the access token too', () => {
        expect(interpolationValues({ credentials: { type: 'OAUTH2_CC', token: 't' } }).accessToken).toBe('t');
    });

    test.each(['a\r\nx-admin: 1', 'a\nb', 'a\u0000', 'key with a … in it'])("a key that a header can't carry is refused: %j", (apiKey) => {
        const values = interpolationValues({ credentials: { type: 'API_KEY', apiKey } });
        expect(() => resolveProxy(gem, values)).toThrow(UnsafeValueError);
        expect(() => resolveProxy(gem, values)).not.toThrow(apiKey);
    });
});

test('metadata is copied by dotted path: texts and booleans, own properties only', () => {
    const response = { team: { id: 'T1' }, is_new: false, count: 7, name: '', list: ['x'], nothing: null };
    const keys = ['team.id', 'is_new', 'count', 'name', 'list', 'nothing', 'absent', 'team.id.length', 'constructor.name', '__proto__.x'];
    expect(copyMetadata(response, keys)).toEqual({ 'team.id': 'T1', is_new: false });
    expect(copyMetadata(response)).toEqual({});
});
