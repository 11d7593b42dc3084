import { runSync, type HostRequest } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import aCandidate from '../fixtures/candidate.json' with { type: 'json' };
import aJobPost from '../fixtures/job-post.json' with { type: 'json' };
import anApplication from '../fixtures/application.json' with { type: 'json' };
import { gem } from '../integration.ts';

const start = Date.parse('2026-03-10T12:00:00Z');
const paramsOf = ({ query }: HostRequest) => Object.fromEntries(new URLSearchParams(query));
const candidateNo = (index: number) => ({ ...aCandidate, id: `c${index}` });

/** A Gem whose list has these items, in pages. */
function gemWith(items: () => readonly unknown[]): MemoryHost {
    return new MemoryHost((request) => {
        const { page, per_page } = paramsOf(request);
        const size = Number(per_page);
        return jsonResponse(items().slice((Number(page) - 1) * size, Number(page) * size));
    });
}

async function run(name: string, host: MemoryHost) {
    const sync = gem.syncs[name];
    if (!sync) throw new Error(`There is no sync ${name}.`);
    return runSync(sync, host, testFacts);
}

describe('a sync of Gem', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
    afterEach(() => void vi.useRealTimers());

    test('reads all pages first, then what changed since it began, less two minutes', async () => {
        const host = gemWith(() => Array.from({ length: 501 }, (_, index) => candidateNo(index)));
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded', setAside: {} });
        expect(host.live('Candidate')).toHaveLength(501);
        expect(host.requests.map(paramsOf)).toEqual([
            { page: '1', per_page: '500', include_deleted: 'true' },
            { page: '2', per_page: '500', include_deleted: 'true' }
        ]);
        expect(host.requests[0]).toMatchObject({ endpoint: '/ats/v0/candidates/', retries: 4 });
        host.requests.length = 0;
        await run('candidates', host);
        expect(paramsOf(host.requests[0] ?? expect.fail())).toMatchObject({ updated_after: '2026-03-10T11:58:00.000Z', page: '1' });
    });

    test.each([
        ['five minutes ahead of Gem’s', 'Tue, 10 Mar 2026 11:55:00 GMT', '2026-03-10T11:53:00.000Z'],
        ['behind it', 'Tue, 10 Mar 2026 12:05:00 GMT', '2026-03-10T11:58:00.000Z'],
        ['not told', 'yesterday', '2026-03-10T11:58:00.000Z']
    ])('leaves out no change where our clock is %s', async (_what, date, since) => {
        const pages = [Array.from({ length: 500 }, (_, index) => candidateNo(index)), [aCandidate]];
        const dates = [date, 'Tue, 10 Mar 2026 11:00:00 GMT'];
        const host = new MemoryHost(() => jsonResponse(pages.shift(), 200, { date: dates.shift() ?? '' }));
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.checkpoint).toMatchObject({ since });
    });

    test.each([
        ['candidates', '/ats/v0/candidates/', '500', 'updated_after', 'true'],
        ['applications', '/ats/v0/applications/', '500', 'last_activity_after', 'true'],
        ['jobs', '/ats/v0/jobs/', '500', 'updated_after', 'true'],
        ['job-stages', '/ats/v0/job_stages/', '500', 'updated_after', 'true'],
        ['job-posts', '/ats/v0/job_posts/', '500', 'updated_after', undefined],
        ['locations', '/ats/v0/offices/', '500', undefined, undefined],
        ['users', '/ats/v0/users/', '500', undefined, undefined]
    ])('lists %s at %s', async (name, endpoint, perPage, since, includeDeleted) => {
        const host = gemWith(() => []);
        await run(name, host);
        await run(name, host);
        expect(host.requests.map((request) => request.endpoint)).toEqual([endpoint, endpoint]);
        expect(paramsOf(host.requests[1] ?? expect.fail())).toEqual({
            page: '1',
            per_page: perPage,
            ...(since && { [since]: '2026-03-10T11:58:00.000Z' }),
            ...(includeDeleted && { include_deleted: includeDeleted })
        });
    });

    test('goes on at its page after it broke off, and fetches at most one page again', async () => {
        let fails = true;
        const items = Array.from({ length: 1250 }, (_, index) => candidateNo(index));
        const vendor = gemWith(() => items);
        const host = new MemoryHost((request) =>
            fails && paramsOf(request)['page'] === '3' ? jsonResponse({ message: 'Forbidden' }, 403) : vendor.request(request)
        );
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { type: 'http_error' } });
        expect(host.checkpoint).toMatchObject({ next_page: 3 });
        expect(host.live('Candidate')).toHaveLength(1000);
        fails = false;
        vi.setSystemTime(start + 3_600_000);
        await run('candidates', host);
        expect(host.requests.map((request) => paramsOf(request)['page'])).toEqual(['1', '2', '3', '3']);
        expect(host.live('Candidate')).toHaveLength(1250);
        // What changed since the reading began, not since it went on.
        expect(host.checkpoint).toMatchObject({ since: '2026-03-10T11:58:00.000Z' });
    });

    test('asks for the page after a full one, and stops at an empty one', async () => {
        const host = gemWith(() => Array.from({ length: 500 }, (_, index) => candidateNo(index)));
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests).toHaveLength(2);
    });

    /** A Gem that fails on large pages, until it is told otherwise. */
    function limitedGem(status: number, largest: (page: number) => number) {
        const items = Array.from({ length: 1250 }, (_, index) => candidateNo(index));
        const limit = { largest };
        const vendor = gemWith(() => items);
        const host = new MemoryHost((request) => {
            const { page, per_page } = paramsOf(request);
            return Number(per_page) > limit.largest(Number(page)) ? jsonResponse({ message: 'No' }, status) : vendor.request(request);
        });
        const asked = () => host.requests.map(paramsOf).map(({ page, per_page }) => `${per_page}:${page}`);
        const read = () =>
            new Set(
                host.writes.flatMap(({ changes }) =>
                    changes.flatMap((change) => ('records' in change ? change.records.map(({ id }) => id) : []))
                )
            );
        return { limit, host, asked, read };
    }

    test.each([413, 500, 502, 504])('goes on in smaller pages where a page is too large: %s', async (status) => {
        const { host, asked, read } = limitedGem(status, (page) => (page === 2 ? 100 : 500));
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(asked()).toEqual(['500:1', '500:2', '100:6', '100:7', '100:8', '100:9', '100:10', '100:11', '100:12', '100:13']);
        expect(read().size).toBe(1250);
        host.requests.length = 0;
        await run('candidates', host);
        expect(asked()[0]).toBe('500:1');
    });

    test('goes on in pages of the size it had when it broke off', async () => {
        const { limit, host, asked, read } = limitedGem(504, (page) => (page === 8 ? 0 : page === 2 ? 100 : 500));
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { type: 'http_error' } });
        expect(host.checkpoint).toMatchObject({ next_page: 8, page_size: 100 });
        host.requests.length = 0;
        limit.largest = () => 500;
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(asked()).toEqual(['100:8', '100:9', '100:10', '100:11', '100:12', '100:13']);
        expect(read().size).toBe(1250);
    });

    test('stays at its page where Gem fails on smaller ones too', async () => {
        const { limit, host, asked, read } = limitedGem(500, (page) => (page === 1 ? 500 : 0));
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { type: 'http_error' } });
        expect(asked()).toEqual(['500:1', '500:2', '100:6']);
        expect(host.checkpoint).toMatchObject({ next_page: 2, page_size: 500 });
        limit.largest = () => 500;
        await run('candidates', host);
        expect(asked().slice(3)).toEqual(['500:2', '500:3']);
        expect(read().size).toBe(1250);
    });

    test('reads again what it has not read to its end, where the size of its pages is not known', async () => {
        const { host, asked, read } = limitedGem(500, () => 500);
        await run('candidates', host);
        const { scope } = Object(host.checkpoint) as { scope: string };
        host.checkpoint = {
            scope,
            since: '2026-03-10T09:58:00.000Z',
            started_at: '2026-03-10T11:00:00.000Z',
            next_page: 3,
            is_whole: false
        };
        host.requests.length = 0;
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(asked()).toEqual(['500:1', '500:2', '500:3']);
        expect(paramsOf(host.requests[0] ?? expect.fail())).toMatchObject({ updated_after: '2026-03-10T09:58:00.000Z' });
        expect(read().size).toBe(1250);
    });

    test('gives up on a vendor that responds with the same page again', async () => {
        const page = Array.from({ length: 500 }, (_, index) => candidateNo(index));
        const host = new MemoryHost(() => jsonResponse(page));
        expect(await run('candidates', host)).toMatchObject({ status: 'failed', error: { code: 'pagination_stuck' } });
        expect(host.requests).toHaveLength(2);
    });

    test('fails on a page that is no list, and deletes nothing', async () => {
        let body: unknown = [aJobPost];
        const host = new MemoryHost(() => jsonResponse(body));
        await run('job-posts', host);
        body = { data: [] };
        vi.setSystemTime(start + 86_400_000);
        expect(await run('job-posts', host)).toMatchObject({ status: 'failed', error: { code: 'invalid_page' } });
        expect(host.live('JobPost')).toHaveLength(1);
    });

    test('deletes candidates that are marked as deleted, and takes back those that are no longer', async () => {
        let deleted_at: string | null = null;
        const host = gemWith(() => [{ ...aCandidate, deleted_at }]);
        await run('candidates', host);
        deleted_at = '2026-03-10T12:30:00Z';
        await run('candidates', host);
        expect(host.live('Candidate')).toEqual([]);
        deleted_at = null;
        await run('candidates', host);
        expect(host.live('Candidate')).toHaveLength(1);
    });

    test('notices once a day which job posts are gone', async () => {
        let items = [aJobPost, { ...aJobPost, id: 'gone' }];
        const host = gemWith(() => items);
        await run('job-posts', host);
        items = [aJobPost];
        await run('job-posts', host);
        expect(host.live('JobPost')).toHaveLength(2);
        vi.setSystemTime(start + 86_400_000);
        await run('job-posts', host);
        expect(host.live('JobPost').map(({ id }) => id)).toEqual([aJobPost.id]);
        expect(host.requests.map((request) => 'updated_after' in paramsOf(request))).toEqual([false, true, false]);
    });

    test('deletes nothing that only moved to another page while it was read, and what is gone', async () => {
        let items = Array.from({ length: 1200 }, (_, index) => ({ id: `u${index}`, name: 'Ada' }));
        const host = gemWith(() => items);
        await run('users', host);
        const moving = new MemoryHost((request) => {
            const page = host.request(request);
            // The first one is gone once its page was read.
            if (paramsOf(request)['page'] === '1' && moving.requests.length === 1) items = items.slice(1);
            return page;
        });
        await run('users', moving);
        expect(moving.requests.map((request) => paramsOf(request)['page'])).toEqual(['1', '2', '3', '1', '2', '3']);
        expect(moving.live('User').map(({ id }) => id)).toContain('u500');
        expect(moving.live('User')).toHaveLength(1200);
        await run('users', moving);
        expect(
            moving
                .live('User')
                .map(({ id }) => id)
                .toSorted()
        ).toEqual(items.map(({ id }) => id).toSorted());
    });

    test('goes on in the second reading of the pages where it broke off', async () => {
        let fails = true;
        const host = new MemoryHost((request) => {
            const page = paramsOf(request)['page'];
            if (fails && page === '2' && host.requests.length > 3) return jsonResponse({ message: 'Internal server error' }, 500);
            const count = page === '1' ? 500 : 10;
            return jsonResponse(Array.from({ length: count }, (_, index) => ({ id: `u${page}-${index}`, name: 'Ada' })));
        });
        expect(await run('users', host)).toMatchObject({ status: 'failed' });
        fails = false;
        expect(await run('users', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map((request) => paramsOf(request)['page'])).toEqual(['1', '2', '1', '2', '2']);
        expect(host.live('User')).toHaveLength(510);
    });

    test('deletes locations that a complete listing lacks', async () => {
        let items = [
            { id: '1', name: 'London' },
            { id: '2', name: 'Madrid' }
        ];
        const host = gemWith(() => items);
        await run('locations', host);
        items = items.slice(1);
        await run('locations', host);
        expect(host.live('Location').map(({ id }) => id)).toEqual(['2']);
    });

    test('sets aside what breaks Gem’s form or the model’s, with the reason, and goes on', async () => {
        const host = gemWith(() => [
            { ...aCandidate, id: 'no-time', created_at: null },
            { ...aCandidate, id: 'wrong-time', created_at: 'yesterday' },
            { ...aCandidate, id: 'broken', tags: 'none' },
            'no object',
            aCandidate
        ]);
        expect(await run('candidates', host)).toEqual({ status: 'succeeded', setAside: { Candidate: 4 } });
        expect(host.setAside.map(({ id, issues }) => [id, issues[0]?.path])).toEqual([
            ['no-time', 'created_at'],
            ['broken', 'tags'],
            [null, ''],
            ['wrong-time', 'created_at']
        ]);
        expect(host.live('Candidate').map(({ id }) => id)).toEqual([aCandidate.id]);
    });

    test('says which of its fields change without a change', () => {
        expect(gem.syncs['candidates']?.volatile).toEqual({ Candidate: ['attachments.*.url'] });
    });

    test('hands over where a record comes from', async () => {
        const host = gemWith(() => [aCandidate]);
        await run('candidates', host);
        expect(host.writes[0]?.changes[0]).toMatchObject({
            sources: [{ raw: JSON.stringify(aCandidate), version: aCandidate.updated_at }]
        });
    });
});

describe('the settings of a connection to Gem', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
    afterEach(() => void vi.useRealTimers());

    test('leave out models', async () => {
        const host = gemWith(() => [aCandidate]);
        host.metadata = { team: 'north', sync: { models: ['Job'] } };
        expect(await run('candidates', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests).toEqual([]);
    });

    test('filter what is listed, and start over when they change', async () => {
        let items = [anApplication, { ...anApplication, id: 'other' }];
        const host = gemWith(() => items);
        await run('applications', host);
        host.metadata = { sync: { filters: { Application: { status: 'active' } } } };
        items = items.slice(0, 1);
        await run('applications', host);
        expect(paramsOf(host.requests[1] ?? expect.fail())).toEqual({
            page: '1',
            per_page: '500',
            include_deleted: 'true',
            status: 'active'
        });
        expect(host.live('Application').map(({ id }) => id)).toEqual([anApplication.id]);
        // What no longer passes the filter is missing from a list of changes.
        items = [];
        await run('applications', host);
        expect(host.live('Application')).toHaveLength(1);
        vi.setSystemTime(start + 86_400_000);
        await run('applications', host);
        expect(host.live('Application')).toEqual([]);
    });

    test('carry the customer’s own fields into the record', async () => {
        const host = gemWith(() => [aCandidate]);
        host.metadata = { sync: { custom_fields: { Candidate: { shirt: 'T-shirt' } } } };
        await run('candidates', host);
        expect(host.live('Candidate')[0]).toMatchObject({ custom_fields: { shirt: 'M' } });
    });

    test('are read by the next run also where they only map what is there', async () => {
        const host = new MemoryHost((request) => jsonResponse('updated_after' in paramsOf(request) ? [] : [aCandidate]));
        const fields = async (custom_fields: Record<string, Record<string, string>>) => {
            host.metadata = { sync: { custom_fields } };
            await run('candidates', host);
            return host.live('Candidate')[0]?.['custom_fields'];
        };
        expect(await fields({})).toEqual({});
        expect(await fields({ Candidate: { shirt: 'T-shirt' } })).toEqual({ shirt: 'M' });
        expect(await fields({ Candidate: { size: 'T-shirt' } })).toEqual({ size: 'M' });
        // As long as they stay, only changes are read.
        expect(await fields({ Candidate: { size: 'T-shirt' }, Job: { level: 'Level' } })).toEqual({ size: 'M' });
        expect(host.requests.map((request) => 'updated_after' in paramsOf(request))).toEqual([false, false, false, true]);
    });

    test.each([
        ['a model that is not there', { models: ['Interview'] }, 'sync.models.0'],
        ['a filter that is not there', { filters: { Candidate: { jobId: '1' } } }, 'sync.filters.Candidate'],
        ['a status that is not there', { filters: { Job: { status: 'opened' } } }, 'sync.filters.Job.status'],
        ['a setting that is not there', { model: [] }, 'sync'],
        ['custom fields of a model without any', { custom_fields: { Location: { a: 'b' } } }, 'sync.custom_fields']
    ])('are refused with %s, before anything is sent', async (_what, sync, path) => {
        const host = gemWith(() => []);
        host.metadata = { sync };
        expect(await run('candidates', host)).toMatchObject({
            status: 'failed',
            error: { type: 'validation_error', validated: 'metadata', issues: [{ path }] }
        });
        expect(host.requests).toEqual([]);
    });
});
