import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ApiError, Patchbay } from '../src/index.ts';

const idOf = (text: string) => Buffer.from(text).toString('base64');
const [candidate_id = '', user_id = ''] = ['Person:1', 'User:1'].map(idOf);
const connection = { provider_config_key: 'gem', connection_id: 'c1' };

let app: TestApp;
let patchbay: Patchbay;
beforeAll(async () => {
    app = await startTestApp({ runsJobs: true });
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    await app.sandbox.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    patchbay = new Patchbay({ secretKey: app.keys.dev, baseUrl: app.url });
    await patchbay.connections.import({
        ...connection,
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' }
    });
});
afterAll(() => app[Symbol.asyncDispose]());

test('a list says how current it is, and its records are walked and read one by one', async () => {
    await vi.waitFor(async () => expect((await patchbay.ats.users.list(connection)).sync_status).toBe('current'), { timeout: 20_000 });
    const page = await patchbay.ats.users.list(connection, { limit: 5 });
    expect(page.records).toHaveLength(5);
    expect(page.synced_at).toMatch(/^\d{4}-.+Z$/);
    const ids: string[] = [];
    for await (const { id } of patchbay.ats.users.items(connection, { limit: 5 })) ids.push(id);
    expect(new Set(ids).size).toBe(24);
    expect(await patchbay.ats.users.get(connection, user_id)).toMatchObject({ id: user_id, _patchbay_metadata: { origin: 'vendor' } });
});

test('a note is written once for a key, and shown without being written', async () => {
    const note = { candidate_id, user_id, body: 'Called him.' };
    const dry = await patchbay.ats.notes.create(connection, note, { dryRun: true });
    expect(dry.requests).toMatchObject([{ method: 'POST' }]);
    const before = await patchbay.ats.notes.list(connection, candidate_id);
    const first = await patchbay.ats.candidates.addNote(connection, note, { idempotencyKey: 'note-1' });
    expect(await patchbay.ats.candidates.addNote(connection, note, { idempotencyKey: 'note-1' })).toEqual(first);
    expect(await patchbay.ats.notes.list(connection, candidate_id)).toHaveLength(before.length + 1);
});

test('a note is written later, and its run has the result', async () => {
    const note = { candidate_id, user_id, body: 'Called her.' };
    const { id } = await patchbay.ats.notes.create(connection, note, { async: true });
    await vi.waitFor(async () => expect(await patchbay.actions.result(id)).toMatchObject({ body: note.body }), { timeout: 20_000 });
});

async function* pdf(bytes: number, head = '%PDF-1.7\n') {
    yield new TextEncoder().encode(head);
    for (let left = bytes - head.length; left > 0; left -= 65_536) yield new Uint8Array(Math.min(left, 65_536));
}

test.each([
    ['a file of 2 MiB is uploaded', 2_097_152, 'cv.pdf', '%PDF-1.7\n', undefined],
    ['one byte more is refused', 2_097_153, 'cv.pdf', '%PDF-1.7\n', { status: 413, code: 'file_too_large' }],
    ['a file of 64 MiB is refused', 64 * 1024 * 1024, 'cv.pdf', '%PDF-1.7\n', { status: 413, code: 'file_too_large' }],
    ['another ending is refused', 100, 'cv.exe', '%PDF-1.7\n', { status: 415, code: 'invalid_file_type' }],
    ['another content is refused', 100, 'cv.pdf', 'MZ', { status: 415, code: 'invalid_file_type' }]
])('as a stream, %s', async (_what, bytes, filename, head, error) => {
    const resume = { candidate_id, user_id, file: pdf(bytes, head), filename };
    const uploaded = await patchbay.ats.candidates.uploadResume(connection, resume).catch((thrown: unknown) => thrown);
    if (error) {
        expect(uploaded).toBeInstanceOf(ApiError);
        expect(uploaded).toMatchObject(error);
    } else expect(uploaded).toMatchObject({ candidate_id, filename });
});

test('what another category has is named by what the provider supports', async () => {
    await expect(patchbay.accounting.invoices.list(connection)).rejects.toMatchObject({ code: 'wrong_provider', status: 400 });
    const { data } = await patchbay.integrations.capabilities('gem');
    expect(data).toContainEqual(expect.objectContaining({ method: 'GET', path: '/candidates/{id}', support: 'full' }));
});
