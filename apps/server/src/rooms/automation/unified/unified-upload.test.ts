import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, control, headers, journal, outcome, send, startGemApp, type Reply } from '../syncs/syncs.fixtures.ts';
import { errorOf } from './unified.fixtures.ts';

const path = '/candidate-upload-resume';
const [candidateId = '', userId = ''] = ['Person:1', 'User:1'].map((text) => Buffer.from(text).toString('base64'));
const fields = { candidate_id: candidateId, user_id: userId };
const mostBytes = 2_097_152;

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Bytes of a PDF that are the same nowhere in it. */
function pdf(bytes: number): Buffer {
    const content = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; at += 1) content[at] = (at * 31 + (at >> 8)) % 256;
    content.write('%PDF-1.7\n');
    return content;
}

interface Uploaded {
    filename: string;
    bytes: number;
    sha256: string;
}

/** The resumes that the vendor has. */
const resumes = async () => ((await control(app, 'resumes')) as { resumes: Uploaded[] }).resumes;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const uploadJson = (body: object, more: Record<string, string> = {}) =>
    send(app, 'POST', path, { ...fields, ...body }, { headers: { ...headers, ...more } });

interface Part {
    name: string;
    value: string | Buffer;
    filename?: string;
    type?: string;
}

async function uploadParts(parts: readonly Part[], more: Record<string, string> = {}, on = app): Promise<Reply> {
    const form = new FormData();
    for (const { name, value, filename, type = 'application/pdf' } of parts)
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value)], { type }), filename);
    const response = await on.raw(path, { method: 'POST', headers: { ...headers, ...more }, body: form });
    return { status: response.status, body: response.json, headers: response.headers };
}

const fileOf = (value: Buffer, filename = 'ada.pdf', type?: string): Part => ({
    name: 'resume_file',
    value,
    filename,
    ...(type && { type })
});
const fieldParts: Part[] = Object.entries(fields).map(([name, value]) => ({ name, value }));
const uploadForm = (file: Part, more: Record<string, string> = {}, on = app) => uploadParts([...fieldParts, file], more, on);

const forms: [string, (file: Buffer) => Promise<Reply>][] = [
    ['base64 in JSON', (file) => uploadJson({ resume_file: file.toString('base64'), filename: 'ada.pdf' })],
    [
        'a data: URL in JSON',
        (file) => uploadJson({ resume_file: `data:application/pdf;base64,${file.toString('base64')}`, filename: 'ada.pdf' })
    ],
    ['a form', (file) => uploadForm(fileOf(file))]
];

test.each(forms)('a resume of 2 MiB, sent as %s, is at the vendor byte for byte, and one byte more is refused', async (_, upload) => {
    const file = pdf(mostBytes);
    const before = (await resumes()).length;
    expect(await upload(file)).toMatchObject({ status: 200, body: { candidate_id: candidateId, user_id: userId, filename: 'ada.pdf' } });
    expect((await resumes()).slice(before)).toMatchObject([{ filename: 'ada.pdf', bytes: mostBytes, sha256: hashOf(file) }]);
    expect(outcome(await upload(pdf(mostBytes + 1)))).toBe('413 file_too_large');
    expect(await resumes()).toHaveLength(before + 1);
});

test.each([
    ['JSON', (more: object) => uploadJson({ resume_file: pdf(mostBytes + 1).toString('base64'), ...more })],
    [
        'a form',
        ({ filename, candidate_id: id = candidateId }: { filename: string; candidate_id?: string }) =>
            uploadParts([fileOf(pdf(3 * mostBytes), filename), { name: 'candidate_id', value: id }, ...fieldParts.slice(1)])
    ]
])('of a file that is too large, in %s, the ids are checked first, then its name', async (_, upload) => {
    const before = (await resumes()).length;
    expect(outcome(await upload({ filename: 'ada.exe', candidate_id: '' }))).toBe('400 invalid_action_input');
    expect(outcome(await upload({ filename: 'ada.exe' }))).toBe('415 invalid_file_type');
    expect(outcome(await upload({ filename: 'ada.pdf' }))).toBe('413 file_too_large');
    expect(await resumes()).toHaveLength(before);
});

test('a form far larger than a file may be is refused before its end', async () => {
    const before = (await resumes()).length;
    expect(outcome(await uploadForm(fileOf(pdf(6 * mostBytes), 'ada.exe')))).toBe('413 file_too_large');
    expect(await resumes()).toHaveLength(before);
});

test('what is no PDF or Word file is refused, whatever it is called', async () => {
    const text = Buffer.from('Ada Lovelace');
    const before = (await resumes()).length;
    const refused = [
        await uploadForm(fileOf(text, 'ada.pdf')),
        await uploadForm(fileOf(text, 'ada.txt', 'text/plain')),
        await uploadForm(fileOf(pdf(100), 'ada.exe')),
        await uploadForm(fileOf(pdf(100), 'ada.docx')),
        await uploadJson({ resume_file: text.toString('base64'), filename: 'ada.pdf' }),
        await uploadJson({ resume_file: text.toString('base64') }),
        await uploadJson({ resume_file: pdf(100).toString('base64'), filename: 'ada' })
    ];
    expect(refused.map(outcome)).toEqual(refused.map(() => '415 invalid_file_type'));
    expect(await resumes()).toHaveLength(before);
});

test.each([
    ['../../x.pdf', 'x.pdf'],
    ['..\\..\\x.pdf', 'x.pdf'],
    ['/etc/passwd.pdf', 'passwd.pdf'],
    ['...pdf', 'resume.pdf'],
    ['a:b|c.pdf', 'a_b_c.pdf'],
    ['Lebenslauf Müller 履歴書.pdf', 'Lebenslauf Müller 履歴書.pdf']
])('a file named %s is at the vendor as %s', async (filename, expected) => {
    const file = pdf(100);
    for (const upload of [() => uploadForm(fileOf(file, filename)), () => uploadJson({ resume_file: file.toString('base64'), filename })]) {
        expect(outcome(await upload())).toBe('200');
        expect((await resumes()).at(-1)?.filename).toBe(expected);
    }
});

test.each<[string, Part[], string]>([
    ['two files', [...fieldParts, fileOf(pdf(100)), fileOf(pdf(100))], '400 invalid_body'],
    ['a file under another name', [...fieldParts, { ...fileOf(pdf(100)), name: 'file' }], '400 invalid_action_input'],
    ['a field twice', [...fieldParts, ...fieldParts, fileOf(pdf(100))], '400 invalid_body'],
    [
        'too many fields',
        [...fieldParts, ...Array.from({ length: 12 }, (_, place) => ({ name: `f${place}`, value: 'x' })), fileOf(pdf(100))],
        '400 invalid_body'
    ],
    ['a field that is too long', [...fieldParts, { name: 'more', value: 'x'.repeat(3000) }, fileOf(pdf(100))], '400 invalid_body'],
    ['a field that there is not', [...fieldParts, { name: 'more', value: 'x' }, fileOf(pdf(100))], '400 invalid_action_input'],
    ['no file', fieldParts, '400 invalid_action_input'],
    ['no candidate', [fileOf(pdf(100))], '400 invalid_action_input'],
    ['an empty file', [...fieldParts, fileOf(Buffer.alloc(0))], '400 invalid_action_input']
])('a form with %s is refused, and nothing is sent', async (_, parts, expected) => {
    const before = (await resumes()).length;
    expect(outcome(await uploadParts(parts))).toBe(expected);
    expect(await resumes()).toHaveLength(before);
});

test('what is no form, although its Content-Type says so, is refused', async () => {
    const type = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['', 'nonsense', '--x\r\nContent-Disposition: form-data; name="resume_file"; filename="a.pdf"\r\n\r\n%PDF-1.7']) {
        const response = await app.raw(path, { method: 'POST', headers: type, body });
        expect(outcome({ status: response.status, body: response.json, headers: response.headers })).toBe('400 invalid_body');
    }
    const unbound = await app.raw(path, { method: 'POST', headers: { ...headers, 'content-type': 'multipart/form-data' }, body: 'x' });
    expect(unbound).toMatchObject({ status: 415, json: { error: { code: 'invalid_content_type' } } });
});

test('base64 that is none is refused', async () => {
    for (const resume_file of ['%%%', 'data:application/pdf,plain', ''])
        expect(errorOf(await uploadJson({ resume_file, filename: 'a.pdf' }))).toMatchObject({
            status: 400,
            code: 'invalid_action_input',
            errors: [{ path: ['resume_file'] }]
        });
});

test('an upload that breaks off leaves nothing, and the next one is served', async () => {
    const before = (await resumes()).length;
    // More than the server reads at once.
    for (let round = 0; round < 12; round += 1) await breakOff(round % 2 === 0 ? ofForm : ofJson);
    expect(outcome(await uploadForm(fileOf(pdf(1000))))).toBe('200');
    expect(await resumes()).toHaveLength(before + 1);
});

const ofForm = {
    type: 'multipart/form-data; boundary=x',
    start: '--x\r\nContent-Disposition: form-data; name="resume_file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
};
const ofJson = { type: 'application/json', start: '{"filename":"a.pdf","resume_file":"JVBERi0xLjcK' };

/** Files that are held at once. */
const heldAtOnce = 8;

test('uploads that stall end by themselves, and the next one is served', async () => {
    await using other = await startGemApp({ replicaOf: app, clientLimits: { requestMs: 500 } });
    const before = (await resumes()).length;
    const stalled = Array.from({ length: heldAtOnce }, (_, place) => begin(other, place % 2 === 0 ? ofForm : ofJson));
    await Promise.all(stalled.map(({ begun }) => begun));
    expect(await Promise.all(stalled.map(({ ended }) => ended))).toEqual(stalled.map(() => 408));
    expect(outcome(await uploadForm(fileOf(pdf(1000)), {}, other))).toBe('200');
    expect(await resumes()).toHaveLength(before + 1);
});

test.each([
    ['a form', ofForm],
    ['JSON', ofJson]
])('while uploads as %s are being received, the next one waits', async (_, body) => {
    const requestMs = 2000;
    await using other = await startGemApp({ replicaOf: app, clientLimits: { requestMs } });
    let waitedMs = 0;
    // On a busy machine their time may be over before all of them have arrived.
    while (waitedMs < requestMs / 2) {
        const stalled = Array.from({ length: heldAtOnce }, () => begin(other, body));
        const first = Promise.race(stalled.map(({ ended }) => ended));
        // Some may pass before all of these have arrived.
        for (let isWaiting = false; !isWaiting;) {
            const at = performance.now();
            const next = uploadForm(fileOf(pdf(1000)), {}, other);
            isWaiting = (await Promise.race([next, first])) === 408;
            waitedMs = performance.now() - at;
            await next;
        }
        await Promise.all(stalled.map(({ ended }) => ended));
    }
    expect(waitedMs).toBeGreaterThan(requestMs / 2);
});

test('an upload that waits too long for those before it is told to come again', async () => {
    await using other = await startGemApp({ replicaOf: app, clientLimits: { requestMs: 500 } });
    await control(app, 'faults', [{ match: { path_regex: 'uploaded_resumes' }, action: 'hold' }]);
    await control(app, 'journal', undefined, 'DELETE');
    const held = Array.from({ length: heldAtOnce }, () => uploadForm(fileOf(pdf(1000)), {}, other));
    await expect.poll(() => journal(app, 'uploaded_resumes')).toHaveLength(heldAtOnce);
    const early = await uploadForm(fileOf(pdf(1000)), {}, other);
    expect([outcome(early), early.headers.get('retry-after')]).toEqual(['503 overloaded', '5']);
    await control(app, 'faults', []);
    expect((await Promise.all(held)).map(outcome)).toEqual(held.map(() => '200'));
    expect(outcome(await uploadForm(fileOf(pdf(1000)), {}, other))).toBe('200');
});

/** Sends the first part of a body, and closes the connection. */
async function breakOff(body: typeof ofForm): Promise<void> {
    const { request, begun, ended } = begin(app, body);
    await begun;
    request.destroy();
    await ended;
}

/** Sends the first part of a body. */
function begin({ url, keys }: TestApp, { type, start }: typeof ofForm) {
    const { hostname, port } = new URL(url);
    const request = httpRequest({
        hostname,
        port,
        path,
        method: 'POST',
        headers: {
            ...headers,
            authorization: `Bearer ${keys.dev}`,
            'content-type': type,
            'content-length': '100000'
        }
    });
    const ended = Promise.withResolvers<number | undefined>();
    request.on('error', () => undefined);
    request.on('response', (response) => {
        ended.resolve(response.statusCode);
        response.resume();
    });
    request.on('close', () => ended.resolve(undefined));
    const begun = Promise.withResolvers<void>();
    request.write(start, () => begun.resolve());
    return { request, begun: begun.promise, ended: ended.promise };
}

test('a form with X-Async is uploaded later, byte for byte', async () => {
    const file = pdf(50_000);
    const { status, body } = await uploadForm(fileOf(file), { 'x-async': 'true' });
    expect(status).toBe(202);
    await expect.poll(async () => (await send(app, 'GET', Object(body).statusUrl)).status, { timeout: 20_000 }).toBe(200);
    expect((await resumes()).at(-1)).toMatchObject({ filename: 'ada.pdf', sha256: hashOf(file) });
});

test('an upload with an Idempotency-Key is done once, and another file with that key is refused', async () => {
    const key = { 'idempotency-key': 'resume-1' };
    const before = (await resumes()).length;
    const first = await uploadForm(fileOf(pdf(2000)), key);
    const second = await uploadForm(fileOf(pdf(2000)), key);
    expect([first.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
    expect(outcome(await uploadForm(fileOf(pdf(2001)), key))).toBe('422 idempotency_key_reused');
    expect(await resumes()).toHaveLength(before + 1);
});

test('a dry run of an upload tells how many bytes it would send', async () => {
    const before = (await resumes()).length;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('resume_file', new Blob([new Uint8Array(pdf(1000))]), 'ada.pdf');
    const { status, json } = await app.raw(`${path}?dry_run=true`, { method: 'POST', headers, body: form });
    expect([status, json]).toMatchObject([
        200,
        { dry_run: true, requests: [{ method: 'POST', body: expect.stringMatching(/^\d+ bytes$/) }] }
    ]);
    expect(await resumes()).toHaveLength(before);
});
