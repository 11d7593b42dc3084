import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordsIn } from '../check-fields.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { CANDIDATE, CANDIDATES, JOB, candidateId, userId, jobId, asShareable, GemClient } from './gem.fixtures.ts';
import { APPLICATION_SECRET, SHAREABLE_KEY, TEAM_KEY } from './keys.ts';

let sandbox: Sandbox;
let gem: GemClient;

beforeAll(async () => {
    sandbox = await startSandbox();
    gem = new GemClient(sandbox);
});
beforeEach(() => gem.reset());
afterAll(() => sandbox.stop());

describe('the gateway', () => {
    test.each([
        ['no key', {}],
        ['an unknown key', { 'x-api-key': 'x'.repeat(40) }],
        ['a key in other letters', { 'x-api-key': TEAM_KEY.toUpperCase() }]
    ])('refuses %s with its own 403', async (_what, headers) => {
        const response = await fetch(`${sandbox.url}/gem/v0/users`, { headers });
        expect([response.status, await response.json()]).toEqual([403, { message: 'Forbidden' }]);
        expect(response.headers.get('x-amzn-errortype')).toBe('ForbiddenException');
    });

    test('takes the header in any letters, and refuses a key that was disabled meanwhile', async () => {
        expect(await gem.statusOf('/v0/users', { 'X-API-Key': TEAM_KEY })).toBe(200);
        await gem.control('keys', { key: TEAM_KEY, enabled: false });
        expect(await gem.get('/v0/users')).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
    });

    test.each(['/v0/teapots', '/ats/v0/candidates/a/b/c/d', '/other', '/v0'])('knows nothing at %s', async (path) => {
        const { status, body, headers } = await gem.get(path);
        expect([status, body, headers.get('x-amzn-errortype')]).toEqual([
            403,
            { message: 'Missing Authentication Token' },
            'MissingAuthenticationTokenException'
        ]);
    });

    test('throttles each key by a token bucket, without Retry-After', async () => {
        await gem.control('clock', { speed: 0 });
        await gem.control('switches', { requests_per_second: 20, burst: 20 });
        const statuses: number[] = [];
        for (let sent = 0; sent < 22; sent += 1) statuses.push(await gem.statusOf('/v0/users'));
        expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
        const { body, headers } = await gem.get('/v0/users');
        expect([body, headers.get('retry-after'), headers.get('x-amzn-errortype')]).toEqual([
            { message: 'Too Many Requests' },
            null,
            'TooManyRequestsException'
        ]);
        expect(await gem.statusOf('/v0/users', asShareable(APPLICATION_SECRET))).toBe(200);
        await gem.control('clock', { advance_ms: 50 });
        expect([await gem.statusOf('/v0/users'), await gem.statusOf('/v0/users')]).toEqual([200, 429]);
        await gem.control('switches', { retry_after: 3, burst: 1 });
        expect((await gem.get('/v0/users')).status).toBe(200);
        expect((await gem.get('/v0/users')).headers.get('retry-after')).toBe('3');
    });

    test('throttles before the application checks the secret', async () => {
        await gem.control('clock', { speed: 0 });
        await gem.control('switches', { burst: 1 });
        const statuses = [1, 2].map(() => gem.statusOf('/v0/users', asShareable('wrong')));
        expect((await Promise.all(statuses)).toSorted((one, other) => one - other)).toEqual([401, 429]);
    });

    test('refuses what is over the daily quota until the next day', async () => {
        await gem.control('clock', { speed: 0, now: '2026-03-01T12:00:00Z' });
        await gem.control('switches', { daily_quota: 1 });
        expect(await gem.statusOf('/v0/users')).toBe(200);
        expect(await gem.get('/v0/users')).toMatchObject({ status: 429, body: { message: 'Limit Exceeded' } });
        await gem.control('clock', { advance_ms: 12 * 3_600_000 });
        expect(await gem.statusOf('/v0/users')).toBe(200);
    });

    test('responds with 504 after 29 s although the application goes on to process the request', async () => {
        await gem.control('clock', { speed: 0 });
        await gem.control('faults', [{ match: { method: 'POST' }, action: { type: 'delay', ms: 30_000 } }]);
        const slow = gem.post('/v0/candidates', { created_by: userId, first_name: 'Slow' });
        await vi.waitFor(async () => expect(await gem.control('faults')).toMatchObject({ faults: [{ applied: 1 }] }));
        await gem.control('clock', { advance_ms: 29_000 });
        expect(await slow).toMatchObject({ status: 504, body: { message: 'Endpoint request timed out' } });
        expect((await gem.get('/v0/candidates')).rows[0]).toMatchObject({ first_name: 'Slow' });
    });

    test('refuses a body above its ceiling', async () => {
        const body = Buffer.alloc(10_485_761, ' ');
        const response = await gem.send('POST', '/v0/candidates', { body, headers: { 'content-type': 'application/json' } });
        expect(response).toMatchObject({ status: 413, body: { message: 'HTTP content length exceeded 10485760 bytes.' } });
    });
});

describe('the application’s access', () => {
    test('a shareable key needs the application secret, a team key ignores it', async () => {
        expect(await gem.statusOf('/v0/users', asShareable(APPLICATION_SECRET))).toBe(200);
        for (const headers of [asShareable('wrong'), { 'x-api-key': SHAREABLE_KEY }]) {
            expect(await gem.send('GET', '/v0/users', { headers })).toMatchObject({
                status: 401,
                body: { code: 401, status: 'Unauthorized' }
            });
        }
        expect(await gem.statusOf('/v0/users', { 'x-api-key': TEAM_KEY, 'x-application-secret': 'wrong' })).toBe(200);
        await gem.control('switches', { secret_refusal: 403 });
        expect(await gem.statusOf('/v0/users', asShareable('wrong'))).toBe(403);
    });

    test.each([
        ['crm', '/v0/users', '/ats/v0/users/'],
        ['ats', '/ats/v0/users/', '/v0/users']
    ])('a key without %s has the other surface only', async (surface, refused, accepted) => {
        await gem.control('keys', { key: TEAM_KEY, [surface]: false });
        expect(await gem.get(refused)).toMatchObject({ status: 403, body: { code: 403, status: 'Forbidden' } });
        expect(await gem.statusOf(accepted)).toBe(200);
    });
});

describe('pages', () => {
    test.each(['0', '-1', '501', 'abc'])('the ATS refuses per_page=%s', async (size) => {
        expect(await gem.get(`${CANDIDATES}?per_page=${size}`)).toMatchObject({
            status: 422,
            body: { code: 422, status: 'Unprocessable Entity', errors: { query: { per_page: [expect.any(String)] } } }
        });
    });

    test.each([
        [0, 100, [0]],
        [1, 100, [1, 0]],
        [100, 100, [100, 0]],
        [500, 500, [500, 0]],
        [501, 500, [500, 1]]
    ])('the ATS lists %i candidates by %i', async (candidates, perPage, expected) => {
        await gem.control('size', { candidates });
        const lengths: number[] = [];
        for (let page = 1; page <= expected.length; page += 1)
            lengths.push((await gem.get(`${CANDIDATES}?per_page=${perPage}&page=${page}`)).rows.length);
        expect(lengths).toEqual(expected);
    });

    test('the ATS has 100 per page by default, in the order of creation, with and without a slash', async () => {
        const { rows, headers } = await gem.get(CANDIDATES);
        expect([rows.length, headers.get('x-pagination')]).toEqual([100, null]);
        const times = rows.map((row) => String(row['created_at']));
        expect(times).toEqual(times.toSorted((one, other) => one.localeCompare(other)));
        expect((await gem.get('/ats/v0/candidates')).rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        await gem.control('switches', { ats_pagination_header: true });
        expect(JSON.parse((await gem.get(CANDIDATES)).headers.get('x-pagination') ?? '')).toMatchObject({
            total: 250,
            total_pages: 3,
            next_page: 2
        });
    });

    test('the CRM has page_size, 20 by default, and describes the page in a header', async () => {
        await gem.control('size', { candidates: 45 });
        const first = await gem.get('/v0/candidates?per_page=100');
        expect(first.rows).toHaveLength(20);
        expect(JSON.parse(first.headers.get('x-pagination') ?? '')).toEqual({
            total: 45,
            total_pages: 3,
            first_page: 1,
            last_page: 3,
            page: 1,
            next_page: 2
        });
        const last = await gem.get('/v0/candidates?page=3');
        expect([last.rows.length, JSON.parse(last.headers.get('x-pagination') ?? '')]).toMatchObject([5, { page: 3, previous_page: 2 }]);
        expect(last.headers.get('x-pagination')).not.toContain('next_page');
        expect((await gem.get('/v0/candidates?page=4')).body).toEqual([]);
        const listed = [...first.rows, ...(await gem.get('/v0/candidates?page=2')).rows, ...last.rows].map(({ id }) => id);
        const ascending = (await gem.get('/v0/candidates?page_size=100&sort=asc')).rows.map(({ id }) => id);
        expect(listed.toReversed()).toEqual(ascending);
        for (const size of [0, 101, 'x']) expect(await gem.statusOf(`/v0/candidates?page_size=${size}`)).toBe(422);
        await gem.control('switches', { crm_per_page: 'refused' });
        expect(await gem.statusOf('/v0/users?per_page=5')).toBe(422);
        await gem.control('size', { users: 0 });
        expect((await gem.get('/v0/users')).headers.get('x-pagination')).toBe('{"total":0,"total_pages":0}');
    });

    test('a row inserted in front is a duplicate on the next page, a deleted one skips a row', async () => {
        const first = await gem.ids(`${CANDIDATES}?per_page=10`);
        await gem.mutate({ op: 'insert', collection: 'candidates', place: 'front' });
        expect((await gem.ids(`${CANDIDATES}?per_page=10&page=2`))[0]).toBe(first[9]);
        await gem.control('size', {});
        const second = await gem.ids(`${CANDIDATES}?per_page=10&page=2`);
        await gem.mutate({ op: 'delete', collection: 'candidates', index: 3 });
        expect((await gem.ids(`${CANDIDATES}?per_page=10&page=2`))[0]).toBe(second[1]);
    });

    test('a server with a defect repeats its first page', async () => {
        await gem.control('switches', { page_repeats: true });
        expect(await gem.ids(`${CANDIDATES}?page=7`)).toEqual(await gem.ids(CANDIDATES));
    });

    test('100,000 candidates with 3 applications each are there at once', async () => {
        await gem.control('size', { candidates: 100_000, applications_per_candidate: 3 });
        const { rows } = await gem.get(`${CANDIDATES}?page=1000`);
        expect(rows).toHaveLength(100);
        expect(rows[99]).toMatchObject({ id: btoa('Person:100000'), applications: [{}, {}, {}] });
        expect((await gem.get('/ats/v0/applications/?per_page=500&page=600')).rows).toHaveLength(500);
        expect((await gem.get('/ats/v0/applications/?per_page=500&page=601')).body).toEqual([]);
    });
});

describe('filters', () => {
    test('updated_after includes its moment, or not', async () => {
        const row = (await gem.get(CANDIDATES)).rows[5];
        const query = `?per_page=500&updated_after=${String(row?.['updated_at'])}`;
        const included = await gem.ids(CANDIDATES + query);
        expect(included).toContain(row?.['id']);
        await gem.control('switches', { updated_after: 'exclusive' });
        expect(await gem.ids(CANDIDATES + query)).toEqual(included.filter((id) => id !== row?.['id']));
    });

    test.each([
        [`${CANDIDATES}?updated_after=yesterday`, 'updated_after'],
        [`${CANDIDATES}?created_before=2026-13-45`, 'created_before'],
        [`${CANDIDATES}?candidate_ids=${Array.from({ length: 21 }, () => CANDIDATE).join(',')}`, 'candidate_ids'],
        [`${CANDIDATES}?include_deleted=maybe`, 'include_deleted'],
        ['/ats/v0/applications/?status=pending', 'status'],
        ['/ats/v0/jobs/?status=gone', 'status'],
        ['/v0/candidates?updated_after=2026-01-01T00:00:00Z', 'updated_after'],
        ['/v0/candidates?sort=up', 'sort']
    ])('%s is refused', async (path, field) => {
        expect(await gem.get(path)).toMatchObject({ status: 422, body: { errors: { query: { [field]: [expect.any(String)] } } } });
    });

    test('candidates are found by id, e-mail and job, applications by job, status and activity', async () => {
        const row = (await gem.get(CANDIDATES)).rows.find((candidate) => recordsIn(candidate['email_addresses']).length === 1);
        const email = String(recordsIn(row?.['email_addresses'])[0]?.['value']);
        expect(await gem.ids(`${CANDIDATES}?email=${email}`)).toEqual([row?.['id']]);
        expect(await gem.ids(`${CANDIDATES}?candidate_ids=${CANDIDATE}`)).toEqual([candidateId]);
        const hired = (await gem.get(`/ats/v0/applications/?per_page=500&status=hired&job_id=${JOB}`)).rows;
        expect(hired.length).toBeGreaterThan(0);
        expect(hired.every((application) => application['status'] === 'hired' && recordsIn(application['jobs'])[0]?.['id'] === jobId)).toBe(
            true
        );
        expect(await gem.ids(`${CANDIDATES}?per_page=500&job_id=${JOB}`)).toContain(hired[0]?.['candidate_id']);
        expect(await gem.ids('/ats/v0/applications/?last_activity_after=2100-01-01')).toEqual([]);
        expect((await gem.get('/v0/candidates?created_after=1704067200&created_before=1704067260')).rows).toHaveLength(2);
    });

    test('polling by updated_after alone sees every change, since nothing is ever sent out', async () => {
        const start = new Date().toISOString();
        await gem.mutate([
            { op: 'update', collection: 'candidates', index: 4, fields: { title: 'Chief' } },
            { op: 'insert', collection: 'candidates', fields: { first_name: 'New' } },
            { op: 'delete', collection: 'candidates', index: 9 }
        ]);
        const { rows } = await gem.get(`${CANDIDATES}?updated_after=${start}&include_deleted=true`);
        expect(rows).toMatchObject([
            { title: 'Chief', deleted_at: null },
            { id: btoa('Person:10'), deleted_at: expect.any(String) },
            { first_name: 'New' }
        ]);
    });
});

describe('rows', () => {
    test('deleted rows are hidden unless asked for; job posts never show them', async () => {
        for (const collection of ['candidates', 'applications', 'jobs', 'job_posts', 'job_stages', 'offices', 'users']) {
            await gem.mutate({ op: 'delete', collection, index: 0 });
            const path = `/ats/v0/${collection}/`;
            const [all, shown] = [await gem.get(`${path}?include_deleted=true`), await gem.get(path)];
            const gone = all.rows.filter((row) => typeof row['deleted_at'] === 'string');
            expect([collection, gone.length]).toEqual([collection, collection === 'job_posts' ? 0 : 1]);
            expect(shown.rows.some((row) => 'deleted_at' in row)).toBe(false);
            await gem.mutate({ op: 'restore', collection, index: 0 });
            expect((await gem.get(path)).rows[0]).not.toEqual(shown.rows[0]);
        }
    });

    test('each nullable field is null in some rows and not in others', async () => {
        const nullable: Record<string, string[]> = {
            candidates: ['first_name', 'last_name', 'company', 'title', 'last_activity'],
            applications: ['applied_at', 'rejected_at', 'source', 'credited_to', 'rejection_reason', 'job_post_id', 'current_stage'],
            jobs: ['requisition_id', 'closed_at', 'updated_at'],
            job_posts: ['first_published_at', 'content', 'updated_at', 'job_id'],
            job_stages: ['updated_at'],
            offices: ['location', 'parent_id'],
            users: ['first_name', 'last_name', 'employee_id', 'updated_at']
        };
        await gem.control('size', { candidates: 400, jobs: 60, users: 60, offices: 30 });
        for (const [collection, fields] of Object.entries(nullable)) {
            const { rows } = await gem.get(`/ats/v0/${collection}/?per_page=500`);
            for (const field of fields) {
                const kinds = new Set(rows.map((row) => row[field] === null));
                expect([collection, field, kinds.size]).toEqual([collection, field, 2]);
            }
        }
        const { rows } = await gem.get(`${CANDIDATES}?per_page=500`);
        expect(new Set(rows.map((row) => recordsIn(row['email_addresses']).length))).toEqual(new Set([0, 1, 2, 20]));
        expect(JSON.stringify(rows)).toContain('佐藤');
        const contents = (await gem.get('/ats/v0/job_posts/')).rows.map((row) => String(row['content']).length);
        expect(Math.max(...contents)).toBeGreaterThan(50_000);
    });

    test('an attachment has another address at every read; ids are base64 and are decoded from the path', async () => {
        const read = async () => (await gem.get(`/ats/v0/candidates/${CANDIDATE}`)).body;
        const [one, other] = [await read(), await read()];
        expect(one).toMatchObject({ id: candidateId, attachments: [{ filename: 'résumé.pdf' }] });
        expect(one).not.toEqual(other);
        expect(candidateId).toMatch(/=$/);
        expect(CANDIDATE).toContain('%3D');
        expect(await gem.get('/ats/v0/candidates/unknown')).toMatchObject({ status: 404, body: { code: 404, status: 'Not Found' } });
        expect((await gem.get(`/ats/v0/jobs/${JOB}/stages`)).rows.map((row) => row['priority'])).toEqual([0, 1, 2, 3, 4]);
    });

    test('the same seed makes the same rows, another one others', async () => {
        const names = async (seed: number) => {
            await gem.control('size', { seed });
            return (await gem.get('/v0/users')).rows.map(({ name }) => name);
        };
        const first = await names(1);
        expect(await names(2)).not.toEqual(first);
        expect(await names(1)).toEqual(first);
    });
});

test('the control plane names what it can’t use', async () => {
    await expect(gem.control('switches', { burst: 0 })).rejects.toThrow('"burst"');
    await expect(gem.control('size', { candidates: -1 })).rejects.toThrow('"candidates"');
    await expect(gem.mutate({ op: 'update', collection: 'jobs', id: 'x' })).rejects.toThrow('no such row');
    await expect(gem.control('keys', { kind: 'team' })).rejects.toThrow('"key"');
    expect(await gem.control('counters')).toMatchObject({ requests: 0 });
});

test('the counters tell how many pages of each list were served', async () => {
    await gem.get(CANDIDATES);
    await gem.get(`${CANDIDATES}?page=2`);
    await gem.get(`${CANDIDATES}?per_page=0`);
    await gem.get(`/ats/v0/candidates/${CANDIDATE}`);
    await gem.get('/v0/candidates');
    expect(await gem.control('counters')).toMatchObject({ requests: 5, pages: { 'ats/candidates': 2, 'crm/candidates': 1 } });
});
