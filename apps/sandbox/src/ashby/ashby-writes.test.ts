import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { applicationId, AshbyClient, candidateId, unknownId } from './ashby.fixtures.ts';
import { API_KEY } from './keys.ts';
import { idOf } from './rows.ts';

let sandbox: Sandbox;
let ashby: AshbyClient;
const [jobId, sourceId, userId] = [idOf('jobs', 0), idOf('sources', 1), idOf('users', 2)];

beforeAll(async () => {
    sandbox = await startSandbox();
    ashby = new AshbyClient(sandbox);
});
beforeEach(() => ashby.control('reset', {}));
afterAll(() => sandbox.stop());

test('a candidate is created with contacts, links, source and credit', async () => {
    const { result } = await ashby.call('candidate.create', {
        name: 'Zoë Núñez',
        email: 'zoe@example.com',
        alternateEmailAddresses: ['z@example.org'],
        phoneNumber: '+44 20',
        linkedInUrl: 'https://www.linkedin.com/in/zoe',
        sourceId,
        creditedToUserId: userId
    });
    expect(result).toMatchObject({
        id: idOf('candidates', 250),
        name: 'Zoë Núñez',
        primaryEmailAddress: { value: 'zoe@example.com' },
        emailAddresses: [{ isPrimary: true }, { value: 'z@example.org', isPrimary: false }],
        socialLinks: [{ type: 'LinkedIn' }],
        source: { id: sourceId },
        creditedToUser: { id: userId }
    });
    expect((await ashby.call('candidate.info', { id: result['id'] })).result).toEqual(result);
    expect((await ashby.call('candidate.search', { email: 'z@example.org' })).rows).toHaveLength(1);
});

test('two calls with the same content create two candidates', async () => {
    await ashby.control('faults', [{ match: { path_regex: 'candidate.create' }, action: { type: 'reset', after: true }, times: 1 }]);
    const body = { name: 'Twice', email: 'twice@example.com' };
    await expect(ashby.call('candidate.create', body)).rejects.toThrow('fetch failed');
    await ashby.call('candidate.create', body);
    expect((await ashby.call('candidate.search', { email: 'twice@example.com' })).rows).toHaveLength(2);
    expect(await ashby.control('journal?path_regex=candidate.create')).toMatchObject({
        requests: [{ method: 'POST' }, { method: 'POST' }]
    });
});

test.each([
    ['candidate.create', {}, 'invalid_input'],
    ['candidate.create', { name: 'A', linkedInUrl: 'zoe' }, 'invalid_input'],
    ['candidate.create', { name: 'A', alternateEmailAddresses: 'a@example.com' }, 'invalid_input'],
    ['candidate.create', { name: 'A', sourceId: unknownId }, 'source_not_found'],
    ['candidate.create', { name: 'A', createdAt: 'soon' }, 'invalid_input'],
    ['candidate.createNote', { candidateId, note: { type: 'image/png', value: 'x' } }, 'invalid_input'],
    ['candidate.createNote', { candidateId: unknownId, note: 'x' }, 'candidate_not_found'],
    ['application.create', { candidateId, jobId: unknownId }, 'job_not_found'],
    ['application.create', { candidateId, jobId, interviewStageId: idOf('stages', 8) }, 'interview_stage_not_found'],
    ['application.changeSource', { applicationId }, 'invalid_input'],
    ['application.changeSource', { applicationId, sourceId: unknownId }, 'source_not_found'],
    ['application.update', { applicationId: unknownId }, 'application_not_found'],
    ['candidate.uploadResume', { candidateId }, 'invalid_input']
])('%s with %j is refused', async (method, parameters, code) => {
    expect(await ashby.refusal(method, parameters)).toEqual([200, false, code]);
});

test('an application begins in the first lead stage, in another one that is named, or before the interviews', async () => {
    const create = async (more: object) => (await ashby.call('application.create', { candidateId, jobId, ...more })).result;
    expect(await create({})).toMatchObject({ status: 'Lead', currentInterviewStage: { type: 'Lead' }, job: { id: jobId } });
    expect(await create({ interviewStageId: idOf('stages', 2) })).toMatchObject({ status: 'Active' });
    const made = await create({ interviewStageId: 'FirstPreInterviewScreen', sourceId });
    expect(made).toMatchObject({ currentInterviewStage: { type: 'PreInterviewScreen' }, source: { id: sourceId } });
    expect((await ashby.call('candidate.info', { id: candidateId })).result['applicationIds']).toHaveLength(5);
});

test('the source of an application is changed and unset, and the application is among the changes', async () => {
    const { syncToken } = await ashby.all('application.list');
    expect((await ashby.call('application.changeSource', { applicationId, sourceId })).result).toMatchObject({ source: { id: sourceId } });
    expect((await ashby.all('application.list', { syncToken })).rows).toMatchObject([{ id: applicationId, source: { id: sourceId } }]);
    expect((await ashby.call('application.changeSource', { applicationId, sourceId: null })).result['source'] ?? null).toBeNull();
    const updated = await ashby.call('application.update', { applicationId, sourceId, creditedToUserId: userId });
    expect(updated.result).toMatchObject({ source: { id: sourceId }, creditedToUser: { id: userId } });
});

test('notes are texts or objects, and listed with their author', async () => {
    await ashby.call('candidate.createNote', { candidateId, note: 'Ruft zurück ☎' });
    const { result } = await ashby.call('candidate.createNote', {
        candidateId,
        note: { type: 'text/plain', value: 'No' },
        isPrivate: true
    });
    expect(result).toMatchObject({ content: 'No', isPrivate: true, author: { firstName: 'API' } });
    expect((await ashby.call('candidate.listNotes', { candidateId })).rows).toMatchObject([{ content: 'Ruft zurück ☎' }, result]);
    await ashby.control('keys', { key: API_KEY, private_fields: false });
    expect(await ashby.refusal('candidate.createNote', { candidateId, note: 'x', isPrivate: true })).toEqual([
        403,
        false,
        'missing_endpoint_permission'
    ]);
});

test('a resume is uploaded as a form, and its bytes are what is downloaded', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300, 7)]);
    const form = new FormData();
    form.append('candidateId', candidateId);
    form.append('resume', new File([bytes], 'Lebenslauf – Zoë.pdf'));
    const { result } = await ashby.send('candidate.uploadResume', { body: form });
    expect(result).toMatchObject({ id: candidateId, resumeFileHandle: { name: 'Lebenslauf – Zoë.pdf' } });
    expect(await ashby.control('files')).toEqual({
        files: [
            {
                candidate_id: candidateId,
                name: 'Lebenslauf – Zoë.pdf',
                bytes: bytes.length,
                sha256: createHash('sha256').update(bytes).digest('hex')
            }
        ]
    });
    const { url } = (await ashby.call('file.info', { fileHandle: Object(result['resumeFileHandle']).handle })).result;
    expect(Buffer.from(await (await fetch(String(url))).arrayBuffer())).toEqual(bytes);
    form.delete('resume');
    expect((await ashby.send('candidate.uploadResume', { body: form })).body).toMatchObject({ errors: ['invalid_input'] });
});
