import { expect, test } from 'vitest';
import ashby from '../ashby/provider.ts';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import provider from './provider.ts';

test('a call goes to the emulator with the headers of Ashby, and nowhere without a sandbox', () => {
    const credentials = { type: 'BASIC', username: 'key' };
    const proxyAt = (sandboxUrl?: string) => resolveProxy(provider, interpolationValues({ credentials, sandboxUrl }));
    expect(proxyAt('http://localhost:3011/')).toEqual({
        baseUrl: 'http://localhost:3011/ashby',
        headers: { authorization: `Basic ${btoa('key:')}`, accept: 'application/json; version=1' },
        query: {}
    });
    expect(proxyAt()).toBeUndefined();
});

test('a key is checked as at Ashby', () => {
    expect(provider.checkCredentials).toBe(ashby.checkCredentials);
    expect(provider.credentials).toEqual(ashby.credentials);
});
