import { expect, test } from 'vitest';
import { checkCredentials } from '../check-credentials.ts';
import { resolveProxy } from '../connection-values.ts';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const credentials = { type: 'BASIC', username: 'key', password: '' };
const values = { ...credentials, credentials };

test('the key is the user name, without a password', () => {
    expect(resolveProxy(provider, values)?.headers?.authorization).toBe(`Basic ${Buffer.from('key:').toString('base64')}`);
});

test.each([
    ['a key for the users', 200, 403, 'accepted'],
    ['a key for the postings alone', 403, 200, 'accepted'],
    ['an unknown key', 401, 401, 'rejected'],
    ['a server error', 503, 503, 'unreachable']
])('%s is told', async (_, users, postings, outcome) => {
    const request = fakeVendor({
        'GET /v1/users?limit=1': { status: users },
        'GET /v1/postings?limit=1': { status: postings },
        'GET /v1/opportunities?limit=1': { status: postings }
    });
    expect(await checkCredentials(provider, { credentials, connectionConfig: {}, values, request })).toMatchObject({ outcome });
});
