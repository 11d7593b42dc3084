import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { applicationId, asKey, AshbyClient, candidateId, JSON_TYPE, unknownId } from './ashby.fixtures.ts';
import { API_KEY, PERMISSIONS } from './keys.ts';
import { idOf, otherId } from './rows.ts';

let sandbox: Sandbox;
let ashby: AshbyClient;

beforeAll(async () => {
    sandbox = await startSandbox();
    ashby = new AshbyClient(sandbox);
});
beforeEach(() => ashby.control('reset', {}));
afterAll(() => sandbox.stop());

describe('access', () => {
    test('is refused with 401 without a key, and with 403 for one that is wrong or disabled', async () => {
        const without = await fetch(`${sandbox.url}/ashby/candidate.list`, { method: 'POST' });
        expect([without.status, await without.json()]).toMatchObject([401, { success: false, errors: ['missing_api_key'] }]);
        expect(await ashby.refusal('candidate.list', {}, asKey(API_KEY.toUpperCase()))).toEqual([403, false, 'invalid_api_key']);
        const withPassword = { authorization: `Basic ${btoa(`${API_KEY}:x`)}` };
        expect(await ashby.refusal('candidate.list', {}, withPassword)).toEqual([403, false, 'invalid_api_key']);
        await ashby.control('keys', { key: API_KEY, enabled: false });
        expect(await ashby.refusal('candidate.list')).toEqual([403, false, 'invalid_api_key']);
    });

    test.each([
        ['candidate.list', 'candidatesRead'],
        ['candidate.create', 'candidatesWrite'],
        ['job.list', 'jobsRead'],
        ['interviewStage.list', 'interviewsRead'],
        ['location.list', 'organizationRead'],
        ['source.list', 'hiringProcessMetadataRead'],
        ['apiKey.info', 'apiKeysRead']
    ])('%s needs %s', async (method, permission) => {
        await ashby.control('keys', { key: API_KEY, permissions: PERMISSIONS.filter((one) => one !== permission) });
        expect(await ashby.refusal(method)).toEqual([403, false, 'missing_endpoint_permission']);
    });

    test('is told of by apiKey.info', async () => {
        await ashby.control('keys', { key: API_KEY, title: 'Job board', permissions: ['apiKeysRead', 'jobsRead'] });
        expect((await ashby.call('apiKey.info')).result).toMatchObject({ title: 'Job board', scopes: ['apiKeys:read', 'jobs:read'] });
    });

    test('does not include confidential jobs and private notes unless the key says so', async () => {
        await ashby.call('candidate.createNote', { candidateId, note: 'secret', isPrivate: true });
        const { rows } = await ashby.all('job.list');
        const jobs = rows.length;
        const secret = rows.find(({ confidential }) => confidential === true)?.['id'];
        expect((await ashby.call('job.info', { id: secret })).result).toMatchObject({ id: secret });
        const applications = (await ashby.all('application.list')).rows.length;
        await ashby.control('keys', { key: API_KEY, confidential: false, private_fields: false });
        expect((await ashby.all('job.list')).rows.length).toBeLessThan(jobs);
        expect((await ashby.all('application.list')).rows.length).toBeLessThan(applications);
        expect(await ashby.refusal('job.info', { id: secret })).toEqual([200, false, 'job_not_found']);
        expect((await ashby.call('candidate.listNotes', { candidateId })).rows).toEqual([]);
    });

    test('is limited to 1,000 requests per minute and key', async () => {
        await ashby.control('clock', { speed: 0 });
        expect(await ashby.control('switches')).toMatchObject({ requests_per_minute: 1_000 });
        await ashby.control('switches', { requests_per_minute: 2, retry_after: 7 });
        await ashby.call('source.list');
        await ashby.call('source.list');
        const { status, body, headers } = await ashby.call('source.list');
        expect([status, body, headers.get('retry-after')]).toMatchObject([429, { errorInfo: { code: 'rate_limit_exceeded' } }, '7']);
        await ashby.control('clock', { advance_ms: 60_000 });
        expect((await ashby.call('source.list')).status).toBe(200);
    });
});

describe('a call', () => {
    test.each([
        ['of another content type', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'invalid_input'],
        ['as a form', { body: new FormData() }, 415, 'invalid_input'],
        ['with broken JSON', { body: '{', headers: JSON_TYPE }, 200, 'invalid_input'],
        ['with a list', { body: '[]', headers: JSON_TYPE }, 200, 'invalid_input'],
        ['as GET', { verb: 'GET' }, 405, 'method_not_allowed']
    ])('%s is refused', async (_what, options, status, code) => {
        const answer = await ashby.send('candidate.list', options);
        expect([answer.status, answer.body]).toEqual([
            status,
            { success: false, errors: [code], errorInfo: { code, message: expect.any(String), requestId: expect.any(String) } }
        ]);
    });

    test.each([
        ['candidate.info', { id: unknownId }, 'candidate_not_found'],
        ['candidate.info', { id: 'x' }, 'invalid_input'],
        ['application.info', { applicationId: unknownId }, 'application_not_found'],
        ['job.info', { id: unknownId }, 'job_not_found'],
        ['interviewStage.info', { interviewStageId: unknownId }, 'interview_stage_not_found'],
        ['location.info', { locationId: unknownId }, 'location_not_found'],
        ['user.info', { userId: unknownId }, 'user_not_found'],
        ['application.list', { status: 'Pending' }, 'invalid_input'],
        ['job.list', { status: ['Gone'] }, 'invalid_input'],
        ['interviewStage.list', {}, 'invalid_input'],
        ['interviewStage.list', { interviewPlanId: unknownId }, 'interview_plan_not_found'],
        ['candidate.search', {}, 'invalid_input'],
        ['file.info', { fileHandle: 'x' }, 'file_not_found'],
        ['candidate.list', { limit: 0 }, 'invalid_input']
    ])('%s with %j is refused with 200', async (method, parameters, code) => {
        expect(await ashby.refusal(method, parameters)).toEqual([200, false, code]);
        await ashby.control('switches', { refusal_status: 400 });
        expect(await ashby.refusal(method, parameters)).toEqual([400, false, code]);
    });

    test('of an unknown method is a 404', async () => {
        expect(await ashby.refusal('toString')).toEqual([404, false, 'not_found']);
    });
});

describe('a list', () => {
    test.each([
        [0, 1],
        [1, 1],
        [100, 1],
        [101, 2],
        [250, 3]
    ])('of %i candidates has %i pages of at most 100, and a token at its end', async (candidates, pages) => {
        await ashby.control('size', { candidates });
        const all = await ashby.all('candidate.list', { limit: 500 });
        expect([all.rows.length, new Set(all.rows.map(({ id }) => id)).size, all.pages]).toEqual([candidates, candidates, pages]);
        expect(all.syncToken).toEqual(expect.any(String));
        const { body } = await ashby.call('candidate.list', { limit: 25 });
        expect([body['nextCursor'] === undefined, body['syncToken'] === undefined]).toEqual([candidates <= 25, candidates > 25]);
    });

    test('refuses a limit above 100 by a switch', async () => {
        await ashby.control('switches', { over_limit: 'refused' });
        expect(await ashby.refusal('candidate.list', { limit: 101 })).toEqual([200, false, 'invalid_input']);
    });

    test('by a sync token has what was made and changed since its listing began, not what was deleted', async () => {
        await ashby.control('clock', { speed: 0 });
        const first = await ashby.call('candidate.list');
        await ashby.control('clock', { advance_ms: 1_000 });
        await ashby.control('mutate', { op: 'update', collection: 'candidates', index: 3, fields: { company: 'Meanwhile' } });
        const second = await ashby.call('candidate.list', { cursor: first.body['nextCursor'] });
        const third = await ashby.call('candidate.list', { cursor: second.body['nextCursor'] });
        await ashby.control('mutate', [
            { op: 'insert', collection: 'candidates', fields: { name: 'New' } },
            { op: 'delete', collection: 'candidates', index: 5 }
        ]);
        const changed = await ashby.all('candidate.list', { syncToken: third.body['syncToken'] });
        expect(changed.rows).toMatchObject([{ company: 'Meanwhile' }, { name: 'New', applicationIds: [] }]);
        const { rows } = await ashby.all('candidate.list');
        expect([rows.length, rows.some(({ id }) => id === idOf('candidates', 5))]).toEqual([250, false]);
        await ashby.control('clock', { advance_ms: 1_000 });
        expect((await ashby.all('candidate.list', { syncToken: changed.syncToken })).rows).toHaveLength(2);
        await ashby.control('clock', { advance_ms: 1_000 });
        const { syncToken } = await ashby.all('candidate.list', { syncToken: changed.syncToken });
        expect((await ashby.all('candidate.list', { syncToken })).rows).toEqual([]);
    });

    test('loses its place when tokens expire, are of another query, or lead too deep', async () => {
        await ashby.control('clock', { speed: 0 });
        const { body } = await ashby.call('candidate.list');
        const { syncToken } = await ashby.all('candidate.list');
        const cursor = body['nextCursor'];
        const refused = async (parameters: object) => (await ashby.refusal('candidate.list', parameters))[2];
        expect(await refused({ cursor: 'x' })).toBe('invalid_next_cursor');
        expect(await refused({ cursor, createdAfter: 5 })).toBe('invalid_next_cursor');
        expect(await refused({ syncToken: 'x' })).toBe('sync_token_invalid');
        expect(await ashby.refusal('application.list', { syncToken })).toEqual([200, false, 'sync_token_invalid']);
        await ashby.control('switches', { cursor_minutes: 1, sync_token_minutes: 2, incremental_pages: 1 });
        await ashby.control('clock', { advance_ms: 60_000 });
        expect(await refused({ cursor })).toBe('next_cursor_expired');
        await ashby.control(
            'mutate',
            [1, 2].map((index) => ({ op: 'update', collection: 'candidates', index }))
        );
        const changes = await ashby.call('candidate.list', { syncToken, limit: 1 });
        expect(await refused({ syncToken, limit: 1, cursor: changes.body['nextCursor'] })).toBe('incremental_sync_too_large');
        await ashby.control('clock', { advance_ms: 60_000 });
        expect(await refused({ syncToken })).toBe('sync_token_expired');
    });

    test('of a defective server never ends', async () => {
        await ashby.control('switches', { page_repeats: true });
        const first = await ashby.call('candidate.list', { limit: 10 });
        const second = await ashby.call('candidate.list', { limit: 10, cursor: first.body['nextCursor'] });
        expect([second.rows, second.body['nextCursor'] !== undefined]).toEqual([first.rows, true]);
    });

    test('has drafts, archived ones and deactivated users where they are asked for', async () => {
        const statuses = async (parameters: object) => new Set((await ashby.all('job.list', parameters)).rows.map(({ status }) => status));
        expect(await statuses({})).toEqual(new Set(['Open', 'Closed', 'Archived']));
        expect(await statuses({ status: ['Draft', 'Open'] })).toEqual(new Set(['Draft', 'Open']));
        for (const [method, parameter] of [
            ['location.list', 'includeArchived'],
            ['department.list', 'includeArchived'],
            ['source.list', 'includeArchived'],
            ['user.list', 'includeDeactivated']
        ] as const) {
            const [some, all] = [await ashby.call(method), await ashby.call(method, { [parameter]: true })];
            expect([method, all.rows.length > some.rows.length]).toEqual([method, true]);
        }
        const applications = (await ashby.all('application.list', { status: 'Hired', jobId: idOf('jobs', 0) })).rows;
        expect(applications.length).toBeGreaterThan(0);
        expect(applications.every(({ status }) => status === 'Hired')).toBe(true);
    });

    test('of stages is one page, in the order of the plan', async () => {
        const { rows, body } = await ashby.call('interviewStage.list', { interviewPlanId: otherId('plan') });
        expect(rows.map(({ type }) => type)).toEqual(['Lead', 'PreInterviewScreen', 'Active', 'Active', 'Offer', 'Hired', 'Archived']);
        expect(body).not.toHaveProperty('nextCursor');
    });
});

describe('rows', () => {
    test('are the same for the same seed, with nulls, absent fields and letters of all kinds', async () => {
        const { rows } = await ashby.all('candidate.list');
        await ashby.control('reset', {});
        expect((await ashby.all('candidate.list')).rows).toEqual(rows);
        expect(rows.some(({ company }) => company === null)).toBe(true);
        expect(rows.some(({ company }) => company === undefined)).toBe(true);
        expect(rows.some(({ name }) => String(name).includes('佐藤'))).toBe(true);
        expect(rows[1]).toMatchObject({ emailAddresses: [] });
        expect(rows[2]).toMatchObject({ primaryEmailAddress: { isPrimary: true } });
        await ashby.control('size', { seed: 2 });
        expect((await ashby.all('candidate.list')).rows).not.toEqual(rows);
    });

    test('of applications show what they name, and go with their candidate', async () => {
        const { result } = await ashby.call('application.info', { applicationId });
        expect(result).toMatchObject({ candidate: { id: candidateId }, job: { title: expect.any(String) } });
        expect((await ashby.call('candidate.info', { id: candidateId })).result).toMatchObject({
            applicationIds: [applicationId, idOf('applications', 1)]
        });
        await ashby.control('mutate', { op: 'delete', collection: 'candidates', index: 0 });
        expect(await ashby.refusal('application.info', { applicationId })).toEqual([200, false, 'application_not_found']);
    });

    test('have files, whose addresses work for an hour', async () => {
        await ashby.control('clock', { speed: 0 });
        const { result } = await ashby.call('candidate.info', { id: candidateId });
        const handle = Object(result['resumeFileHandle']).handle;
        const url = String((await ashby.call('file.info', { fileHandle: handle })).result['url']);
        expect((await (await fetch(url)).text()).startsWith('%PDF-')).toBe(true);
        await ashby.control('clock', { advance_ms: 3_600_001 });
        expect((await fetch(url)).status).toBe(403);
    });

    test('are found by email and name together', async () => {
        const { result } = await ashby.call('candidate.info', { id: candidateId });
        const find = async (parameters: object) => (await ashby.call('candidate.search', parameters)).rows.map(({ id }) => id);
        const email = 'CANDIDATE3@mail.example';
        const third = (await ashby.call('candidate.search', { email })).rows[0];
        expect(third?.['id']).toBe(idOf('candidates', 2));
        expect(await find({ email, name: third?.['name'] })).toEqual([third?.['id']]);
        expect(await find({ email, name: 'Nobody' })).toEqual([]);
        expect(await find({ name: result['name'] })).toContain(candidateId);
        expect((await find({ name: '' })).length).toBe(100);
    });
});
