import { expect, test } from 'vitest';
import { checkCredentials } from '../check-credentials.ts';
import { fakeVendor } from '../fake-vendor.ts';
import provider from './provider.ts';

const check = (users: number, jobs: number, candidates: number) => {
    const credentials = { type: 'OAUTH2_CC', client_id: 'id', client_secret: 'secret', token: 'token' };
    const request = fakeVendor({
        'GET /v3/users?per_page=1': { status: users },
        'GET /v3/jobs?per_page=1': { status: jobs },
        'GET /v3/candidates?per_page=1': { status: candidates }
    });
    return checkCredentials(provider, { credentials, connectionConfig: {}, values: { credentials }, request });
};

test('credentials are good when any of the lists is open to them', async () => {
    expect(await check(200, 403, 403)).toEqual({ outcome: 'accepted' });
    expect(await check(403, 403, 200)).toEqual({ outcome: 'accepted' });
});

test('credentials that no list is open to lack permissions', async () => {
    expect(await check(403, 403, 403)).toEqual({ outcome: 'rejected', isForbidden: true });
});
