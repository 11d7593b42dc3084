import { runSync } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import aUser from '../fixtures/user.json' with { type: 'json' };
import { users } from './users.ts';

const teamUsers = Array.from({ length: 101 }, (_, index) => ({ id: `u${index}`, name: `User ${index}`, email: null }));

/** A Gem whose `/ats/v0` responds with this. */
const gemWith = (body: unknown, status = 200) =>
    new MemoryHost(({ endpoint, query }) => {
        if (endpoint.startsWith('/ats/')) return jsonResponse(body, status);
        const params = new URLSearchParams(query);
        const size = Number(params.get('page_size'));
        return jsonResponse(teamUsers.slice((Number(params.get('page')) - 1) * size, Number(params.get('page')) * size));
    });

describe('the sync of users', () => {
    test('reads users with all that applicant tracking knows of them', async () => {
        const host = gemWith([aUser]);
        expect(await runSync(users, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(host.live('User')).toEqual([expect.objectContaining({ id: aUser.id, email: 'mary@example.com', site_admin: true })]);
        expect(host.requests).toHaveLength(1);
    });

    test.each([403, 404])('reads the users of the team where applicant tracking responds with %i', async (status) => {
        const host = gemWith({ code: status, message: 'No access' }, status);
        expect(await runSync(users, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(host.live('User')).toHaveLength(101);
        expect(host.requests.map(({ endpoint, query }) => `${endpoint}?${query}`)).toEqual([
            '/ats/v0/users/?per_page=500&page=1',
            '/v0/users?page_size=100&page=1',
            '/v0/users?page_size=100&page=2',
            // Twice, since users may vanish meanwhile.
            '/v0/users?page_size=100&page=1',
            '/v0/users?page_size=100&page=2'
        ]);
        expect(await runSync(users, host, testFacts)).toMatchObject({ status: 'succeeded' });
        expect(host.live('User')).toHaveLength(101);
    });

    test('fails where applicant tracking is down', async () => {
        const host = gemWith('', 500);
        expect(await runSync(users, host, testFacts)).toMatchObject({ status: 'failed', error: { response: { status: 500 } } });
        expect(host.requests).toHaveLength(1);
    });
});
