import { type ActionOutcome, HostError, type HostRequest, type HostResponse, runAction, runSync } from '@patchbay/functions';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { type Sandbox, startSandbox } from '@patchbay/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ashby } from './integration.ts';

const DAY_MS = 86_400_000;
const candidateId = '00000001-0000-4000-8000-000000000001';
const applicationId = '00000002-0000-4000-8000-000000000001';
const jobId = '00000003-0000-4000-8000-000000000001';
const userId = '00000007-0000-4000-8000-000000000001';
const sourceId = '00000008-0000-4000-8000-000000000002';

let sandbox: Sandbox;
let host: MemoryHost;
let apiKey: string;

beforeAll(async () => {
    sandbox = await startSandbox();
    apiKey = z.object({ keys: z.tuple([z.object({ key: z.string() })]) }).parse(await control('keys')).keys[0].key;
});
beforeEach(async () => {
    await control('reset', {});
    host = httpHost();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => sandbox.stop());

async function control(verb: string, body?: unknown): Promise<Record<string, unknown>> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.controlUrl}/_ctl/ashby/${verb}`, init);
    expect(response.ok).toBe(true);
    return z.record(z.string(), z.unknown()).parse(await response.json());
}

const mutate = (op: string, collection: string, more: object = {}) => control('mutate', { op, collection, ...more });

/** A host that sends requests to the emulator with its key. */
function httpHost(): MemoryHost {
    return new MemoryHost(async ({ method, endpoint, headers, body }: HostRequest): Promise<HostResponse> => {
        try {
            const response = await fetch(`${sandbox.url}/ashby${endpoint}`, {
                method,
                headers: { ...headers, accept: 'application/json; version=1', authorization: `Basic ${btoa(`${apiKey}:`)}` },
                body: body instanceof Uint8Array ? new Uint8Array(body) : body
            });
            return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
        } catch {
            throw new HostError('outcome_unknown', 'The response was lost.');
        }
    });
}

/** Each sync has a checkpoint of its own. */
const checkpoints = new Map<string, MemoryHost['checkpoint']>();

async function sync(name: string) {
    const definition = ashby.syncs[name] ?? expect.fail(`There is no sync ${name}.`);
    host.checkpoint = checkpoints.get(name) ?? null;
    const outcome = await runSync(definition, host, testFacts);
    checkpoints.set(name, host.checkpoint);
    expect([name, outcome, host.setAside]).toEqual([name, { status: 'succeeded', setAside: {} }, []]);
}

function act(name: string, input: unknown, attempt = 1, since = '2000-01-01T00:00:00.000Z') {
    const definition = ashby.actions[name] ?? expect.fail(`There is no action ${name}.`);
    return runAction(definition, host, { ...testFacts, attempt, firstAttemptAt: attempt > 1 ? since : null }, input);
}

const idOf = (outcome: ActionOutcome) => z.object({ output: z.object({ id: z.string() }) }).parse(outcome).output.id;
const called = () => host.requests.map(({ endpoint }) => endpoint.slice(1));

describe('syncs of the emulator', () => {
    beforeEach(() => checkpoints.clear());

    test.each([
        ['candidates', 'Candidate', 250],
        ['applications', 'Application', 500],
        ['jobs', 'Job', 12],
        ['locations', 'Location', 6],
        ['users', 'User', 24]
    ])('%s reads all, and then what changed', async (name, model, count) => {
        await sync(name);
        expect(host.live(model)).toHaveLength(count);
        expect(new Set(host.live(model).map(({ id }) => id)).size).toBe(count);
        const requests = host.requests.length;
        await mutate('update', name, { index: 1 });
        await sync(name);
        expect(host.live(model)).toHaveLength(count);
        const byToken = host.requests.slice(requests).filter(({ body }) => String(body).includes('syncToken'));
        expect([name, byToken.length]).toEqual([name, name === 'locations' ? 0 : 1]);
    });

    test('job-stages reads the stages of each plan that jobs use', async () => {
        await sync('job-stages');
        const stages = host.live('JobStage');
        expect(stages.length % 7).toBe(0);
        expect(stages.length).toBeGreaterThan(7);
        expect(stages.every(({ job_ids: jobIds }) => Array.isArray(jobIds) && jobIds.length > 0)).toBe(true);
    });

    test('every sync has its test', () => {
        expect(Object.keys(ashby.syncs).toSorted()).toEqual(['applications', 'candidates', 'job-stages', 'jobs', 'locations', 'users']);
    });

    test('an incremental run brings what was made and changed, a whole one a day later what was deleted', async () => {
        await sync('candidates');
        await mutate('update', 'candidates', { index: 7, fields: { company: '株式会社' } });
        await mutate('insert', 'candidates', { fields: { name: 'Özlem Çelik' } });
        await mutate('delete', 'candidates', { index: 9 });
        const requests = host.requests.length;
        await sync('candidates');
        expect(host.requests.length - requests).toBe(1);
        expect(host.live('Candidate')).toHaveLength(251);
        expect(host.live('Candidate').at(-1)).toMatchObject({ first_name: 'Özlem', last_name: 'Çelik', company: null });
        expect(host.live('Candidate')[7]).toMatchObject({ company: '株式会社' });
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
        await sync('candidates');
        expect(host.live('Candidate')).toHaveLength(250);
    });

    test.each([
        ['sync_token_expired', { sync_token_minutes: 1 }, 1],
        ['incremental_sync_too_large', { incremental_pages: 1 }, 101]
    ])('a run that meets %s reads all again', async (code, switches, changes) => {
        await sync('candidates');
        await control('switches', switches);
        await control(
            'mutate',
            Array.from({ length: changes }, (_, index) => ({ op: 'update', collection: 'candidates', index }))
        );
        await mutate('delete', 'candidates', { index: 200 });
        if (changes === 1) await control('clock', { advance_ms: 60_000 });
        const requests = host.requests.length;
        await sync('candidates');
        expect([code, host.requests.length - requests]).toEqual([code, changes === 1 ? 4 : 5]);
        expect(host.live('Candidate')).toHaveLength(249);
    });

    test('a job without a time of creation has the one of its last change', async () => {
        const bare = {
            id: jobId,
            title: 'Bare',
            confidential: false,
            status: 'Open',
            employmentType: 'FullTime',
            updatedAt: '2026-01-02T00:00:00Z'
        };
        const body = JSON.stringify({ success: true, results: [bare], moreDataAvailable: false });
        await control('faults', [{ match: { path_regex: 'job.list' }, action: { type: 'status', code: 200, body } }]);
        await sync('jobs');
        expect(host.live('Job')).toMatchObject([{ id: jobId, created_at: '2026-01-02T00:00:00.000Z', departments: [] }]);
    });
});

describe('actions on the emulator', () => {
    const person = { created_by: userId, first_name: 'Zoë', last_name: 'Núñez', emails: [{ email_address: 'zoe@example.com' }] };

    test('a candidate is created, with an application', async () => {
        const outcome = await act('create-candidate', { ...person, linked_in_handle: 'zoe', source_id: sourceId, job_id: jobId });
        expect(outcome).toMatchObject({ status: 'succeeded', output: { first_name: 'Zoë', emails: [{ is_primary: true }] } });
        await sync('applications');
        expect(host.live('Application').at(-1)).toMatchObject({
            status: 'lead',
            source: { id: sourceId },
            credited_to: userId,
            jobs: [{ id: jobId }]
        });
    });

    test('a candidate whose response is lost is created once, and not again by a second attempt', async () => {
        await control('faults', [{ match: { path_regex: 'candidate.create' }, action: { type: 'reset', after: true }, times: 1 }]);
        const first = await act('create-candidate', { ...person, job_id: jobId });
        expect(first).toMatchObject({ status: 'succeeded' });
        const second = await act('create-candidate', { ...person, job_id: jobId }, 2);
        expect(idOf(second)).toBe(idOf(first));
        expect(called().filter((method) => method.endsWith('.create'))).toEqual(['candidate.create', 'application.create']);
    });

    test('a note is created, and listed', async () => {
        const note = { candidate_id: candidateId, user_id: userId, body: 'Ruft zurück ☎' };
        const created = await act('create-note', note);
        expect(created).toMatchObject({
            status: 'succeeded',
            output: { body: 'Ruft zurück ☎', visibility: 'private', user: { name: 'API Key' } }
        });
        expect(await act('create-note', note, 2)).toEqual(created);
        expect(await act('list-notes', { candidate_id: candidateId })).toMatchObject({ output: [{ body: 'Ruft zurück ☎' }] });
    });

    test('a resume is uploaded with its bytes', async () => {
        const bytes = new TextEncoder().encode('%PDF-1.7 Lebenslauf');
        const upload = { candidate_id: candidateId, user_id: userId, filename: 'Lebenslauf – Zoë.pdf', resume_file: bytes };
        const uploaded = await act('upload-resume', upload);
        expect(uploaded).toMatchObject({ status: 'succeeded', output: { candidate_id: candidateId, filename: 'Lebenslauf – Zoë.pdf' } });
        expect(await act('upload-resume', upload, 2)).toEqual(uploaded);
        expect(await control('files')).toMatchObject({ files: [{ name: 'Lebenslauf – Zoë.pdf', bytes: bytes.length }] });
    });

    test.each([
        ['update-application', { id: applicationId }],
        ['update-named-application', { application_id: applicationId }]
    ])('%s changes the source', async (name, which) => {
        const outcome = await act(name, { ...which, source_id: sourceId });
        expect(outcome).toMatchObject({ status: 'succeeded', output: { id: applicationId, source: { id: sourceId } } });
    });

    test.each([
        ['candidates', 'Candidate', 'get-candidate'],
        ['applications', 'Application', 'get-application'],
        ['jobs', 'Job', 'get-job'],
        ['job-stages', 'JobStage', 'get-job-stage'],
        ['locations', 'Location', 'get-location'],
        ['users', 'User', 'get-user']
    ])('one of %s is read as its sync reads it', async (name, model, action) => {
        checkpoints.clear();
        await sync(name);
        const [record] = host.live(model);
        expect(await act(action, { id: record?.id })).toEqual({ status: 'succeeded', output: record });
        for (const id of ['unknown', '99999999-0000-4000-8000-000000000001'])
            expect(await act(action, { id })).toMatchObject({
                error: { payload: { code: 'vendor_fault', type: 'not_found', status: 404 } }
            });
    });

    test('every action has its test', () => {
        expect(Object.keys(ashby.actions).toSorted()).toEqual([
            'create-candidate',
            'create-note',
            'get-application',
            'get-candidate',
            'get-job',
            'get-job-stage',
            'get-location',
            'get-user',
            'list-notes',
            'update-application',
            'update-named-application',
            'upload-resume'
        ]);
    });

    test('a refusal is a fault of its type', async () => {
        const faultOf = async (input: object = {}) => {
            const outcome = await act('update-application', { id: applicationId, source_id: sourceId, ...input });
            return outcome.status === 'failed' && outcome.error.type === 'action_error' ? outcome.error.payload['type'] : outcome;
        };
        expect(await faultOf({ source_id: candidateId })).toBe('not_found');
        expect(await faultOf({ source_id: 'x' })).toBe('invalid');
        await control('keys', { key: apiKey, permissions: [] });
        expect(await faultOf()).toBe('unknown');
        await control('keys', { key: apiKey, enabled: false });
        expect(await faultOf()).toBe('credentials');
        await control('reset', {});
        await control('switches', { requests_per_minute: 1 });
        await faultOf();
        expect(await faultOf()).toBe('rate_limited');
    });
});
