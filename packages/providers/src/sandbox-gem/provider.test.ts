import { expect, test } from 'vitest';
import { interpolationValues, resolveProxy } from '../connection-values.ts';
import gem from '../gem/provider.ts';
import provider from './provider.ts';

test('a call goes to the emulator with the headers of Gem, and nowhere without a sandbox', () => {
    const credentials = { type: 'API_KEY', apiKey: 'key' };
    const proxyAt = (sandboxUrl?: string) => resolveProxy(provider, interpolationValues({ credentials, sandboxUrl }));
    expect(proxyAt('http://localhost:3011/')).toEqual({ baseUrl: 'http://localhost:3011/gem', headers: { 'x-api-key': 'key' }, query: {} });
    expect(proxyAt()).toBeUndefined();
});

test('a key is checked as at Gem', () => {
    expect(provider.proxy?.verification).toEqual(gem.proxy?.verification);
    expect(provider.credentials).toEqual(gem.credentials);
});
