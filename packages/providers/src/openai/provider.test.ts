import { expect, test } from 'vitest';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

test.each([
    ['a known key', 200, '{}', 'accepted'],
    ['an unknown key', 401, '{}', 'rejected'],
    ['a restricted key', 403, '{"error":"You have insufficient permissions. Missing scopes: api.model.read."}', 'accepted'],
    [
        'a restricted key by another status',
        401,
        '{"error":{"message":"Missing scopes: model.request.","code":"missing_scope"}}',
        'accepted'
    ],
    ['a blocked country', 403, '{"error":{"code":"unsupported_country_region_territory"}}', 'unreachable'],
    ['too many requests', 429, '{}', 'unreachable']
])('the check of credentials classifies %s', async (_, status, text, outcome) => {
    const request = fakeVendor({ 'GET /v1/models': { status, text } });
    const credentials = { type: 'API_KEY', apiKey: 'sk-1' };
    expect(await provider.checkCredentials?.({ credentials, connectionConfig: {}, request })).toEqual({ outcome });
});
