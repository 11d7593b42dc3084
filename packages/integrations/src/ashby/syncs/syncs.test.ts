import { type HostRequest, type HostResponse, runSync } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import aCandidate from '../fixtures/candidate.json' with { type: 'json' };
import aJob from '../fixtures/job.json' with { type: 'json' };
import { ashby } from '../integration.ts';

const start = Date.parse('2026-03-10T12:00:00Z');
const bodyOf = ({ body }: HostRequest): Record<string, unknown> => JSON.parse(String(body));
const pageOf = (results: readonly unknown[], nextCursor?: string) =>
    jsonResponse({
        success: true,
        results,
        moreDataAvailable: nextCursor !== undefined,
        ...(nextCursor === undefined ? { syncToken: 'token-1' } : { nextCursor })
    });
const failed = (code: string) => jsonResponse({ success: false, errors: [code], errorInfo: { code, message: 'No.' } });

async function run(name: string, host: MemoryHost) {
    const sync = ashby.syncs[name];
    if (!sync) throw new Error(`There is no sync ${name}.`);
    return runSync(sync, host, testFacts);
}

/** Three pages of one candidate each; lists of changes are empty. */
const threePages = (atThird: () => HostResponse = () => pageOf([{ ...aCandidate, id: 'c3' }])) =>
    new MemoryHost((request) => {
        const { cursor, syncToken } = bodyOf(request);
        if (syncToken !== undefined) return pageOf([]);
        if (cursor === undefined) return pageOf([{ ...aCandidate, id: 'c1' }], 'two');
        return cursor === 'two' ? pageOf([{ ...aCandidate, id: 'c2' }], 'three') : atThird();
    });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());

describe('a sync of Ashby', () => {
    test('reads all pages first, then what changed by the token of the last one', async () => {
        const host = threePages();
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.live('Candidate').map(({ id }) => id)).toEqual(['c1', 'c2', 'c3']);
        await run('candidates', host);
        expect(host.requests.map((request) => [request.endpoint, bodyOf(request)])).toEqual([
            ['/candidate.list', { limit: 100 }],
            ['/candidate.list', { limit: 100, cursor: 'two' }],
            ['/candidate.list', { limit: 100, cursor: 'three' }],
            ['/candidate.list', { limit: 100, syncToken: 'token-1' }]
        ]);
        expect(host.live('Candidate')).toHaveLength(3);
    });

    test('goes on at its cursor after it broke off', async () => {
        let fails = true;
        const host = threePages(() => (fails ? jsonResponse('', 500) : pageOf([{ ...aCandidate, id: 'c3' }])));
        expect(await run('candidates', host)).toMatchObject({ status: 'failed' });
        fails = false;
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map((request) => bodyOf(request)['cursor'])).toEqual([undefined, 'two', 'three', 'three']);
        expect(host.live('Candidate')).toHaveLength(3);
    });

    test.each(['sync_token_expired', 'sync_token_invalid', 'incremental_sync_too_large'])('reads all again after %s', async (code) => {
        let items = [aCandidate, { ...aCandidate, id: 'gone' }];
        const host = new MemoryHost((request) => (bodyOf(request)['syncToken'] === undefined ? pageOf(items) : failed(code)));
        await run('candidates', host);
        items = [aCandidate];
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.live('Candidate').map(({ id }) => id)).toEqual([aCandidate.id]);
    });

    test.each(['next_cursor_expired', 'invalid_next_cursor', 'cursor_invalid'])('begins again after %s', async (code) => {
        const host = threePages();
        host.checkpoint = { scope: '["candidate.list",{}]', started_at: '2026-03-01T00:00:00Z', is_whole: true, cursor: 'three' };
        let isFirst = true;
        const failing = new MemoryHost((request) => {
            if (!isFirst) return host.request(request);
            isFirst = false;
            return failed(code);
        });
        failing.checkpoint = host.checkpoint;
        expect(await run('candidates', failing)).toMatchObject({ status: 'succeeded' });
        expect(failing.requests.map((request) => bodyOf(request)['cursor'])).toEqual(['three', undefined, 'two', 'three']);
    });

    test('fails on a failure that comes with status 200, and deletes nothing', async () => {
        let fails = false;
        const host = new MemoryHost(() => (fails ? failed('missing_endpoint_permission') : pageOf([aCandidate])));
        await run('candidates', host);
        fails = true;
        vi.setSystemTime(start + 86_400_000);
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { type: 'http_error' } });
        expect(host.live('Candidate')).toHaveLength(1);
    });

    test('notices once a day which candidates are gone', async () => {
        let items = [aCandidate, { ...aCandidate, id: 'gone' }];
        const host = new MemoryHost((request) => pageOf(bodyOf(request)['syncToken'] === undefined ? items : []));
        await run('candidates', host);
        items = [aCandidate];
        await run('candidates', host);
        expect(host.live('Candidate')).toHaveLength(2);
        vi.setSystemTime(start + 86_400_000);
        await run('candidates', host);
        expect(host.live('Candidate')).toHaveLength(1);
    });

    test('gives up on a list that does not end', async () => {
        const host = new MemoryHost(() => pageOf([aCandidate], 'same'));
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { code: 'pagination_stuck' } });
        expect(host.requests).toHaveLength(2);
    });

    test('sets aside what breaks Ashby’s form', async () => {
        const host = new MemoryHost(() => pageOf([{ ...aCandidate, id: 'broken', createdAt: null }, aCandidate]));
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded', setAside: { Candidate: 1 } });
        expect(host.setAside[0]).toMatchObject({ id: 'broken', issues: [{ path: 'createdAt' }] });
    });

    test('reads jobs of every status with their department and location', async () => {
        const host = new MemoryHost(({ endpoint }) => {
            if (endpoint === '/department.list') return pageOf([{ id: 'd1', name: 'Engineering' }]);
            return pageOf(endpoint === '/location.list' ? [{ id: 'l1', name: 'London' }] : [aJob]);
        });
        expect(await run('jobs', host)).toMatchObject({ status: 'succeeded' });
        expect(host.live('Job')).toEqual([expect.objectContaining({ departments: [expect.objectContaining({ name: 'Engineering' })] })]);
        expect(bodyOf(host.requests[2] ?? expect.fail())).toMatchObject({ status: ['Draft', 'Open', 'Closed', 'Archived'] });
    });

    test('reads the stages of each interview plan once, with all jobs that use it', async () => {
        const host = new MemoryHost((request) => {
            if (request.endpoint === '/job.list') return pageOf([aJob, { ...aJob, id: 'j2', interviewPlanIds: ['p1'] }]);
            const { interviewPlanId } = bodyOf(request);
            return pageOf([{ id: `${String(interviewPlanId)}-s`, title: 'Screen', orderInInterviewPlan: 1, interviewPlanId }]);
        });
        expect(await run('job-stages', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests).toHaveLength(3);
        expect(host.live('JobStage')).toMatchObject([
            { id: 'p1-s', job_id: null, job_ids: ['j1', 'j2'] },
            { id: 'p2-s', job_id: 'j1', job_ids: ['j1'] }
        ]);
    });

    test('reads users that are deactivated too, and locations', async () => {
        const users = new MemoryHost(() => pageOf([{ id: 'u1', firstName: 'Mary', lastName: null, isEnabled: false }]));
        await run('users', users);
        expect(bodyOf(users.requests[0] ?? expect.fail())).toMatchObject({ includeDeactivated: true });
        expect(users.live('User')).toMatchObject([{ id: 'u1', name: 'Mary', disabled: true }]);
        const locations = new MemoryHost(() => pageOf([{ id: 'l1', name: 'London' }]));
        await run('locations', locations);
        expect(locations.live('Location')).toMatchObject([{ id: 'l1' }]);
    });

    test('reads all of it again where the customer’s own fields are mapped in another way', async () => {
        const host = new MemoryHost((request) => pageOf(bodyOf(request)['syncToken'] === undefined ? [aCandidate] : []));
        await run('candidates', host);
        host.metadata = { sync: { custom_fields: { Candidate: { level: 'Level' } } } };
        await run('candidates', host);
        await run('candidates', host);
        expect(host.live('Candidate')).toMatchObject([{ custom_fields: { level: null } }]);
        expect(host.requests.map((request) => 'syncToken' in bodyOf(request))).toEqual([false, false, true]);
    });

    test('leaves out models, and filters applications', async () => {
        const host = new MemoryHost(() => pageOf([]));
        host.metadata = { sync: { models: ['Application'], filters: { Application: { status: 'Active' } } } };
        for (const name of Object.keys(ashby.syncs)) expect(await run(name, host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map((request) => [request.endpoint, bodyOf(request)])).toEqual([
            ['/application.list', { limit: 100, status: 'Active' }]
        ]);
    });
});
