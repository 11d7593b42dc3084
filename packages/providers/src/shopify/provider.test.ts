import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'OAUTH2', access_token: 'token' };

const clientSecret = 'hush';
const connectionConfig = { subdomain: 'acme' };
const response = { code: '0907a61c', host: 'YWRtaW4', shop: 'acme.myshopify.com', state: 's_1-x', timestamp: '1337178173' };

/** As the vendor describes it, written out: names sorted, joined like a query. */
function signed(query: Record<string, string>, secret = clientSecret): Record<string, string> {
    const message = Object.keys(query)
        .toSorted()
        .map((name) => `${name}=${encodeURIComponent(query[name] ?? '')}`)
        .join('&');
    return { ...query, hmac: createHmac('sha256', secret).update(message).digest('hex') };
}

test('a callback signed by the vendor for the store that was asked is accepted', () => {
    expect(provider.fromCallback?.({ query: signed(response), clientSecret, connectionConfig })).toEqual({});
});

test.each([
    ['no signature', response],
    ['an empty signature', { ...response, hmac: '' }],
    ['a signature that is no hex', { ...response, hmac: 'zz'.repeat(32) }],
    ['a signature with another secret', signed(response, 'other')],
    ['a changed code', { ...signed(response), code: 'other' }],
    ['an added parameter', { ...signed(response), extra: '1' }],
    ['a shortened signature', { ...response, hmac: signed(response).hmac?.slice(0, 62) ?? '' }],
    ['another store, rightly signed', signed({ ...response, shop: 'evil.myshopify.com' })],
    ['no store, rightly signed', signed({ code: 'c', state: 's' })]
])('%s is refused', (_, query) => {
    expect(provider.fromCallback?.({ query, clientSecret, connectionConfig })).toMatchObject({ reject: 'state_mismatch' });
});

test('the account is the store', async () => {
    const json = { data: { shop: { id: 'gid://shopify/Shop/1', name: 'Acme' } } };
    const request = fakeVendor({ 'POST /admin/api/2026-01/graphql.json': { json } });
    expect(await provider.identify?.({ credentials, connectionConfig, request })).toEqual({
        accounts: [{ id: 'gid://shopify/Shop/1', label: 'Acme' }]
    });
});
