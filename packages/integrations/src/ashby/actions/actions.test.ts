import { HostError, type HostRequest, type HostResponse, runAction } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import anApplication from '../fixtures/application.json' with { type: 'json' };
import aCandidate from '../fixtures/candidate.json' with { type: 'json' };
import { ashby } from '../integration.ts';

async function run(name: string, host: MemoryHost, input: unknown, attempt = 1, since = '2000-01-01T00:00:00.000Z') {
    const action = ashby.actions[name];
    if (!action) throw new Error(`There is no action ${name}.`);
    return runAction(action, host, { ...testFacts, attempt, firstAttemptAt: attempt > 1 ? since : null }, input);
}

const lost = () => {
    throw new HostError('outcome_unknown', 'The response was lost.');
};
const done = (results: unknown) => jsonResponse({ success: true, results });
const failed = (code: string) => jsonResponse({ success: false, errors: [code], errorInfo: { code } });
/** An Ashby with these methods. */
const ashbyWith = (methods: Record<string, (request: HostRequest) => HostResponse>) =>
    new MemoryHost((request) => methods[request.endpoint.slice(1)]?.(request) ?? failed('not_found'));
const called = (host: MemoryHost) => host.requests.map(({ endpoint }) => endpoint.slice(1));
const bodyOf = (request: HostRequest | undefined): unknown => JSON.parse(String(request?.body));

describe('creating a candidate', () => {
    const input = { created_by: 'u1', first_name: 'Zoë', last_name: 'María Núñez', emails: [{ email_address: 'zoe@example.com' }] };
    const create = () => done(aCandidate);
    const fresh = () => done([{ ...aCandidate, createdAt: new Date().toISOString() }]);

    test('makes an application too where a job is named', async () => {
        const host = ashbyWith({ 'candidate.create': create, 'application.create': () => done(anApplication) });
        expect(await run('create-candidate', host, { ...input, job_id: 'j1' })).toMatchObject({ output: { id: aCandidate.id } });
        expect(called(host)).toEqual(['candidate.create', 'application.create']);
        expect(bodyOf(host.requests[1])).toMatchObject({ candidateId: aCandidate.id, jobId: 'j1' });
    });

    test('says that the candidate is there where the application is refused', async () => {
        const host = ashbyWith({ 'candidate.create': create, 'application.create': () => failed('job_not_found') });
        expect(await run('create-candidate', host, { ...input, job_id: 'j9' })).toMatchObject({
            error: { type: 'action_error', payload: { code: 'application_not_created', candidate_id: aCandidate.id } }
        });
    });

    test('does not say that there is no application where a gateway has given up on it', async () => {
        const host = ashbyWith({ 'candidate.create': create, 'application.create': () => jsonResponse({}, 504) });
        expect(await run('create-candidate', host, { ...input, job_id: 'j1' })).toMatchObject({
            error: { type: 'host_error', code: 'outcome_unknown', message: expect.stringContaining(aCandidate.id) }
        });
    });

    test.each(['company', 'location', 'nickname'])(
        'is refused with %s, which Ashby does not take, before anything is sent',
        async (name) => {
            const host = ashbyWith({});
            expect(await run('create-candidate', host, { ...input, [name]: 'x' })).toMatchObject({
                error: { validated: 'input', issues: [{ path: name }] }
            });
            expect(host.requests).toEqual([]);
        }
    );

    test('finds a candidate whose response was lost, and creates no second one', async () => {
        const host = ashbyWith({ 'candidate.create': lost, 'candidate.search': fresh });
        expect(await run('create-candidate', host, input)).toMatchObject({ status: 'succeeded', output: { id: aCandidate.id } });
        expect(called(host)).toEqual(['candidate.create', 'candidate.search']);
    });

    test('does not take one that was there before for the one whose response was lost', async () => {
        const host = ashbyWith({ 'candidate.create': lost, 'candidate.search': () => done([aCandidate]) });
        expect(await run('create-candidate', host, input)).toMatchObject({ error: { code: 'outcome_unknown' } });
    });

    test('leaves it open whether the candidate is there where the look for it fails too', async () => {
        for (const search of [() => jsonResponse({}, 500), () => failed('missing_endpoint_permission'), () => done({})])
            expect(await run('create-candidate', ashbyWith({ 'candidate.create': lost, 'candidate.search': search }), input)).toMatchObject(
                {
                    error: { code: 'outcome_unknown' }
                }
            );
    });

    test('looks for what an earlier attempt created, the application too', async () => {
        const host = ashbyWith({
            'candidate.search': () => done([aCandidate]),
            'application.info': () => done(anApplication),
            'application.create': () => done(anApplication)
        });
        expect(await run('create-candidate', host, { ...input, job_id: 'j1' }, 2)).toMatchObject({ output: { id: aCandidate.id } });
        expect(called(host)).toEqual(['candidate.search', 'application.info']);
        await run('create-candidate', host, { ...input, job_id: 'j2' }, 2);
        expect(called(host).slice(2)).toEqual(['candidate.search', 'application.info', 'application.create']);
        const nameless = { ...input, emails: [] };
        expect(await run('create-candidate', host, nameless, 2)).toMatchObject({ error: { code: 'outcome_unknown' } });
    });
});

describe('what else Ashby is told of a candidate', () => {
    const pdf = new TextEncoder().encode('%PDF-1.7 resume');
    const upload = { candidate_id: aCandidate.id, user_id: 'u1', filename: 'zoe.pdf', resume_file: pdf };
    const listed = { id: 'n1', createdAt: '2026-01-01T00:00:00Z', content: 'Call', isPrivate: true, author: { id: 'u1' } };

    test('a resume, as a form with the candidate’s id', async () => {
        const host = ashbyWith({ 'candidate.uploadResume': () => done(aCandidate) });
        expect(await run('upload-resume', host, upload)).toMatchObject({ output: { id: 'f1', filename: 'zoe.pdf', user_id: null } });
        const [request] = host.requests;
        const body = request?.body instanceof Uint8Array ? Buffer.from(request.body) : expect.fail();
        const form = await new Response(body, { headers: { 'content-type': request?.headers['content-type'] ?? '' } }).formData();
        expect(form.get('candidateId')).toBe(aCandidate.id);
        const part = form.get('resume');
        expect(part instanceof File && new Uint8Array(await part.arrayBuffer())).toEqual(pdf);
    });

    test('a resume of the wrong kind not at all', async () => {
        const host = ashbyWith({});
        expect(await run('upload-resume', host, { ...upload, filename: 'zoe.txt' })).toMatchObject({
            error: { issues: [{ code: 'invalid_file_type' }] }
        });
        expect(host.requests).toEqual([]);
    });

    test('a resume once, also when it is repeated', async () => {
        const host = ashbyWith({ 'candidate.info': () => done(aCandidate), 'candidate.uploadResume': () => done(aCandidate) });
        expect(await run('upload-resume', host, upload, 2)).toMatchObject({ output: { id: 'f1' } });
        expect(called(host)).toEqual(['candidate.info']);
    });

    test('a note, as plain text that is private', async () => {
        const host = ashbyWith({ 'candidate.createNote': () => done(listed) });
        const note = { candidate_id: aCandidate.id, user_id: 'u1', body: 'Call' };
        expect(await run('create-note', host, note)).toMatchObject({ output: { id: 'n1', visibility: 'private' } });
        expect(bodyOf(host.requests[0])).toEqual({
            candidateId: aCandidate.id,
            note: { type: 'text/plain', value: 'Call' },
            isPrivate: true,
            sendNotifications: false
        });
        const { content: _, ...bare } = listed;
        const silent = ashbyWith({ 'candidate.createNote': () => done(bare) });
        expect(await run('create-note', silent, note)).toMatchObject({ output: { id: 'n1', body: 'Call' } });
        const again = ashbyWith({ 'candidate.listNotes': () => done([listed]) });
        expect(await run('create-note', again, note, 2)).toMatchObject({ output: { id: 'n1' } });
        expect(await run('list-notes', again, { candidate_id: aCandidate.id })).toMatchObject({ output: [{ id: 'n1', body: 'Call' }] });
    });

    test.each([
        ['create-note', { candidate_id: aCandidate.id, user_id: 'u1', body: 'Call' }],
        ['upload-resume', upload],
        ['update-application', { id: 'a', source_id: 's' }]
    ])('%s is of unknown outcome where a gateway has given up on it, or the response has another form', async (name, input) => {
        for (const response of [jsonResponse({}, 504), { status: 200, headers: {}, body: '<html>' }, done({})])
            expect(await run(name, new MemoryHost(() => response), input)).toMatchObject({
                error: { type: 'host_error', code: 'outcome_unknown' }
            });
    });

    test.each(['update-application', 'update-named-application'])('the source of an application, by %s', async (name) => {
        const host = ashbyWith({ 'application.changeSource': () => done(anApplication) });
        expect(await run(name, host, { application_id: anApplication.id, source_id: 's' })).toMatchObject({
            output: { id: anApplication.id }
        });
        expect(bodyOf(host.requests[0])).toEqual({ applicationId: anApplication.id, sourceId: 's' });
    });

    test.each([
        ['the one that Ashby has', { sync_token: anApplication.updatedAt }, ['application.info', 'application.changeSource']],
        ['an older one', { sync_token: '2026-02-01T00:00:00.000Z' }, ['application.info']],
        ['no', {}, ['application.changeSource']]
    ])('the source of an application, with %s version', async (_what, version, calls) => {
        const host = ashbyWith({ 'application.info': () => done(anApplication), 'application.changeSource': () => done(anApplication) });
        const outcome = await run('update-application', host, { id: anApplication.id, source_id: 's', ...version });
        expect(called(host)).toEqual(calls);
        expect(host.requests.map(({ readOnly }) => readOnly)).toEqual(calls.map((call) => call === 'application.info'));
        const record = { id: anApplication.id, sync_token: anApplication.updatedAt };
        if (calls.includes('application.changeSource')) expect(outcome).toMatchObject({ output: record });
        else
            expect(outcome).toMatchObject({
                error: {
                    payload: { type: 'conflict', status: 409, vendor: null, current: { sync_token: anApplication.updatedAt, record } }
                }
            });
    });

    test('the source of an application that changed but has it already, such as by an earlier attempt', async () => {
        const host = ashbyWith({ 'application.info': () => done(anApplication) });
        const input = { id: anApplication.id, source_id: anApplication.source.id, sync_token: '2026-02-01T00:00:00.000Z' };
        expect(await run('update-application', host, input, 2)).toMatchObject({ output: { sync_token: anApplication.updatedAt } });
        expect(called(host)).toEqual(['application.info']);
    });

    test('and what it refuses with status 200 is a failure', async () => {
        const outcome = await run('update-application', ashbyWith({}), { id: 'a', source_id: 's' });
        expect(outcome).toMatchObject({
            error: {
                type: 'action_error',
                payload: { code: 'vendor_fault', type: 'not_found', status: 404, errors: [{ code: 'not_found' }], vendor: { status: 200 } }
            }
        });
    });
});
