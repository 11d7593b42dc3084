import { describe, expect, test } from 'vitest';
import { copyMetadata, interpolationValues, resolveProxy } from './connection-values.ts';
import { UnsafeValueError } from './interpolate.ts';
import type { Provider } from './provider.ts';

const acme: Provider = {
    id: 'acme',
    display_name: 'Acme',
    categories: ['other'],
    auth_mode: 'API_KEY',
    docs: 'https://example.com',
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    no_check: 'It is made by a test.',
    proxy: { base_url: 'https://api.acme.example', headers: { 'x-api-key': '${apiKey}' } }
};
const { id, display_name, categories, docs } = acme;
const withoutApi: Provider = { id, display_name, categories, docs, auth_mode: 'NONE' };

describe('what goes on the wire for a connection', () => {
    test('a definition without an API has no address', () => {
        expect(resolveProxy(withoutApi, interpolationValues({}))).toBeUndefined();
    });

    test('a token of client credentials is the access token too', () => {
        expect(interpolationValues({ credentials: { type: 'OAUTH2_CC', token: 't' } }).accessToken).toBe('t');
    });

    test.each(['a\r\nx-admin: 1', 'a\nb', 'a\u0000', 'key with a … in it'])("a key that a header can't carry is refused: %j", (apiKey) => {
        const values = interpolationValues({ credentials: { type: 'API_KEY', apiKey } });
        const resolve = () => resolveProxy(acme, values);
        expect(resolve).toThrow(UnsafeValueError);
        expect(resolve).not.toThrow(apiKey);
    });
});

test('metadata is copied by dotted path: texts and booleans, own properties only', () => {
    const response = { team: { id: 'T1' }, is_new: false, count: 7, name: '', list: ['x'], nothing: null };
    const keys = ['team.id', 'is_new', 'count', 'name', 'list', 'nothing', 'absent', 'team.id.length', 'constructor.name', '__proto__.x'];
    expect(copyMetadata(response, keys)).toEqual({ 'team.id': 'T1', is_new: false });
    expect(copyMetadata(response)).toEqual({});
});
