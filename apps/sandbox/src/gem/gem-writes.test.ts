import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import {
    APPLICATION,
    CANDIDATE,
    CANDIDATES,
    JOB,
    NOTES,
    PDF,
    RESUMES,
    USER,
    candidateId,
    userId,
    jobId,
    sourceId,
    GemClient
} from './gem.fixtures.ts';

let sandbox: Sandbox;
let gem: GemClient;

beforeAll(async () => {
    sandbox = await startSandbox();
    gem = new GemClient(sandbox);
});
beforeEach(() => gem.reset());
afterAll(() => sandbox.stop());

describe('writes', () => {
    test.each([
        ['no created_by', { first_name: 'A' }, 422],
        ['an unknown user', { created_by: btoa('User:999') }, 404],
        ['a long name', { created_by: userId, first_name: 'x'.repeat(256) }, 422],
        ['21 e-mails', { created_by: userId, emails: Array.from({ length: 21 }, (_, n) => ({ email_address: `a${n}@b.example` })) }, 422],
        [
            'two primary e-mails',
            { created_by: userId, emails: ['a@b', 'c@d'].map((email_address) => ({ email_address, is_primary: true })) },
            422
        ],
        ['21 projects', { created_by: userId, project_ids: Array.from({ length: 21 }, () => 'p') }, 422],
        ['autofill without a handle', { created_by: userId, autofill: true }, 400],
        ['another source', { created_by: userId, sourced_from: 'Elsewhere' }, 422]
    ])('the CRM refuses a candidate with %s', async (_what, body, status) => {
        expect(await gem.post('/v0/candidates', body)).toMatchObject({ status, body: { code: status } });
    });

    test('the CRM creates a candidate once per LinkedIn handle, and both surfaces list it', async () => {
        const person = {
            created_by: userId,
            first_name: 'Zoë',
            linked_in_handle: 'zoe',
            emails: [{ email_address: 'z@b.example', is_primary: true }]
        };
        const { status, body } = await gem.post('/v0/candidates', person);
        expect([status, body]).toMatchObject([201, { created_at: expect.any(Number), ...person }]);
        expect(await gem.post('/v0/candidates/', person)).toMatchObject({
            status: 400,
            body: { errors: { json: { duplicate_candidate: { id: Object(body).id } } } }
        });
        expect((await gem.get('/v0/candidates?linked_in_handle=zoe')).rows).toHaveLength(1);
        expect(await gem.ids(`${CANDIDATES}?email=z@b.example`)).toHaveLength(1);
        const [id] = await gem.ids(`${CANDIDATES}?email=z@b.example`);
        const address = `${CANDIDATES}${encodeURIComponent(String(id))}`;
        expect((await gem.get(address)).status).toBe(200);
        await gem.control('switches', { prospects_in_ats: false, unknown_user: 400, created_status: 200 });
        expect(await gem.ids(`${CANDIDATES}?email=z@b.example`)).toEqual([]);
        expect((await gem.get(address)).status).toBe(404);
        expect((await gem.post('/v0/candidates', { created_by: 'x' })).status).toBe(400);
        expect((await gem.post('/v0/candidates', { created_by: userId })).status).toBe(200);
    });

    test('the ATS creates a candidate with an application in the job’s first stage', async () => {
        const person = { first_name: 'Noor', last_name: 'Ali', email: 'noor@b.example', job_id: jobId, source_id: sourceId };
        for (const missing of ['email', 'job_id'] as const) {
            const { [missing]: _, ...rest } = person;
            expect(await gem.post(CANDIDATES, rest)).toMatchObject({
                status: 422,
                body: { errors: { json: { [missing]: [expect.any(String)] } } }
            });
        }
        const { status, body } = await gem.post(CANDIDATES, person);
        const [stage] = (await gem.get(`/ats/v0/jobs/${JOB}/stages`)).rows;
        expect([status, body]).toMatchObject([
            201,
            { first_name: 'Noor', applications: [{ status: 'active', source: { id: sourceId }, current_stage: { id: stage?.['id'] } }] }
        ]);
    });

    test('JSON without its content type is refused, and a POST without slash is answered or redirected', async () => {
        const body = JSON.stringify({ created_by: userId });
        expect(await gem.send('POST', '/v0/candidates', { body })).toMatchObject({ status: 422, body: { errors: { json: {} } } });
        await gem.control('switches', { not_json: 415, slashless_post: 'redirected' });
        expect((await gem.send('POST', '/v0/candidates/', { body })).status).toBe(415);
        const moved = await gem.send('POST', '/v0/candidates', { body });
        expect([moved.status, moved.headers.get('location')]).toEqual([308, '/gem/v0/candidates/']);
        expect((await gem.post('/v0/candidates/', '{')).status).toBe(400);
    });

    test('a note has 1 to 10,000 characters and a known user, and the CRM lists it', async () => {
        const note = { user_id: userId, body: 'x'.repeat(10_000), visibility: 'private' };
        expect(await gem.post(NOTES, note)).toMatchObject({
            status: 201,
            body: { user: { id: userId }, private: true, visibility: 'private' }
        });
        for (const wrong of [{ body: `${note.body}y` }, { body: '' }, { visibility: 'secret' }, { visibility: undefined }]) {
            expect((await gem.post(NOTES, { ...note, ...wrong })).status).toBe(422);
        }
        expect((await gem.post(NOTES, { ...note, user_id: 'nobody' })).status).toBe(404);
        expect(await gem.post('/v0/notes', { candidate_id: candidateId, user_id: userId, content: 'Hi' })).toMatchObject({ status: 201 });
        expect((await gem.get(`/v0/candidates/${CANDIDATE}/notes`)).rows).toMatchObject([
            { content: 'Hi', is_private: false },
            { is_private: true }
        ]);
    });

    test('an application’s source changes, without activity unless switched', async () => {
        const path = `/ats/v0/applications/${APPLICATION}`;
        const before = (await gem.get('/ats/v0/applications/')).rows[0];
        expect(await gem.patch(path, { source_id: btoa('Source:99') })).toMatchObject({ status: 400 });
        expect(await gem.patch('/ats/v0/applications/unknown', { source_id: sourceId })).toMatchObject({ status: 404 });
        expect(await gem.patch(path, { source_id: sourceId })).toMatchObject({
            status: 200,
            body: { source: { id: sourceId }, last_activity_at: before?.['last_activity_at'] }
        });
        await gem.control('switches', { patch_is_activity: true });
        const { body } = await gem.patch(path, { source_id: sourceId });
        expect(Object(body).last_activity_at).not.toBe(before?.['last_activity_at']);
    });

    test('a swallowed POST was processed', async () => {
        await gem.control('faults', [{ match: { method: 'POST', every: 3 }, action: { type: 'reset', after: true } }]);
        const results = [];
        for (const first_name of ['A', 'B', 'C'])
            results.push(await gem.post('/v0/candidates', { created_by: userId, first_name }).catch(() => 'lost'));
        expect(results[2]).toBe('lost');
        expect((await gem.get('/v0/candidates')).rows.slice(0, 3).map((row) => row['first_name'])).toEqual(['C', 'B', 'A']);
    });

    test('the CRM can have user ids of its own', async () => {
        await gem.control('switches', { separate_user_ids: true });
        const [crm] = (await gem.get('/v0/users')).rows;
        expect(crm?.['id']).not.toBe(userId);
        expect((await gem.post('/v0/candidates', { created_by: userId })).status).toBe(404);
        expect((await gem.post('/v0/candidates', { created_by: crm?.['id'] })).status).toBe(201);
    });
});

describe('a resume', () => {
    test('keeps its bytes and can be downloaded for 60 s', async () => {
        const { status, body } = await gem.upload({ resume_file: new File([PDF], 'Résumé "1".PDF') });
        expect([status, body]).toMatchObject([201, { candidate_id: candidateId, user_id: userId, created_at: expect.any(Number) }]);
        expect(await gem.control('resumes')).toMatchObject({
            resumes: [{ filename: expect.stringMatching(/^Résumé .*PDF$/), sha256: createHash('sha256').update(PDF).digest('hex') }]
        });
        const { body: candidate } = await gem.get(`/ats/v0/candidates/${encodeURIComponent(String(candidateId))}`);
        expect(Object(candidate).attachments.at(-1)).toMatchObject({ filename: expect.stringMatching(/^Résumé/), type: 'resume' });
        const address = String(Object(body).download_url);
        expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(PDF)).toBe(true);
        await gem.control('clock', { advance_ms: 61_000 });
        expect((await fetch(address)).status).toBe(403);
    });

    test.each([
        ['another part name', { resume: new File([PDF], 'a.pdf') }],
        ['two parts', { resume_file: new File([PDF], 'a.pdf'), second: new File([PDF], 'b.pdf') }],
        ['no filename', { resume_file: 'text' }],
        ['another extension', { resume_file: new File([PDF], 'a.exe') }],
        ['content of another type', { resume_file: new File([PDF], 'a.docx') }]
    ])('with %s is refused', async (_what, parts) => {
        expect(await gem.upload(parts)).toMatchObject({ status: 422, body: { errors: { files: { resume_file: [expect.any(String)] } } } });
    });

    test('as JSON, above 10 MB, or of unknown people is refused', async () => {
        expect(await gem.post(RESUMES, { resume_file: 'JVBERi0=' })).toMatchObject({ status: 422, body: { errors: { files: {} } } });
        expect((await gem.upload({ resume_file: new File([PDF, Buffer.alloc(10_000_000)], 'a.pdf') })).status).toBe(413);
        const parts = { resume_file: new File([PDF], 'a.pdf') };
        expect((await gem.upload(parts, `/v0/candidates/x/uploaded_resumes/${USER}`)).status).toBe(404);
        expect((await gem.upload(parts, `/v0/candidates/${CANDIDATE}/uploaded_resumes/x`)).status).toBe(404);
    });
});
