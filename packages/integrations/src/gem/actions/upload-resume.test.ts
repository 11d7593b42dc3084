import { createHash } from 'node:crypto';
import { runAction } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import { uploadResume } from './upload-resume.ts';

const LIMIT = 2_097_152;
const magic = { pdf: '%PDF-1.7\n', doc: '\u00d0\u00cf\u0011\u00e0', docx: 'PK\u0003\u0004' };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A file of a type and size, every byte after its start different from its neighbours. */
function file(type: keyof typeof magic, size = 300): Uint8Array {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
    bytes.set(Buffer.from(magic[type], 'latin1').subarray(0, size));
    return bytes;
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** What Gem receives of a form. */
async function received(host: MemoryHost): Promise<{ name: string; filename: string; type: string; bytes: Uint8Array }> {
    const [request] = host.requests;
    const body = request?.body;
    if (!(body instanceof Uint8Array)) throw new Error('No bytes were sent.');
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': request?.headers['content-type'] ?? '' } }).formData();
    const parts = [...form];
    expect(parts).toHaveLength(1);
    const [name, part] = parts[0] ?? [];
    if (name === undefined || !(part instanceof File)) throw new Error('The part is no file.');
    return { name, filename: part.name, type: part.type, bytes: new Uint8Array(await part.arrayBuffer()) };
}

const gem = () =>
    new MemoryHost(() =>
        jsonResponse({ id: 'r', candidate_id: 'c', created_at: 1_770_000_000, user_id: 'u', filename: 'cv.pdf', download_url: 'https://x' })
    );
const upload = (host: MemoryHost, input: Record<string, unknown>, attempt = 1) =>
    runAction(uploadResume, host, { ...testFacts, attempt }, { candidate_id: 'Yy8x==', user_id: 'dQ==', filename: 'cv.pdf', ...input });

describe('uploading a resume', () => {
    test.each([
        ['base64', (bytes: Uint8Array) => base64(bytes)],
        ['base64 in lines', (bytes: Uint8Array) => base64(bytes).replaceAll(/.{76}/g, '$&\r\n')],
        ['a data: URL', (bytes: Uint8Array) => `data:application/pdf;name=cv.pdf;base64,${base64(bytes)}`],
        ['the bytes of a form', (bytes: Uint8Array) => bytes]
    ])('hands Gem the same bytes from %s', async (_what, form) => {
        const host = gem();
        expect(await upload(host, { resume_file: form(file('pdf')) })).toEqual({
            status: 'succeeded',
            output: {
                id: 'r',
                candidate_id: 'c',
                created_at: '2026-02-02T02:40:00.000Z',
                user_id: 'u',
                filename: 'cv.pdf',
                download_url: 'https://x'
            }
        });
        expect(host.requests[0]).toMatchObject({ method: 'POST', endpoint: '/v0/candidates/Yy8x%3D%3D/uploaded_resumes/dQ%3D%3D' });
        const part = await received(host);
        expect(part).toMatchObject({ name: 'resume_file', filename: 'cv.pdf', type: 'application/pdf' });
        expect(sha256(part.bytes)).toBe(sha256(file('pdf')));
    });

    test.each(['base64', 'bytes'])('accepts 2 MiB as %s, and refuses one byte more', async (form) => {
        const as = (bytes: Uint8Array) => (form === 'bytes' ? bytes : base64(bytes));
        const host = gem();
        expect(await upload(host, { resume_file: as(file('pdf', LIMIT)) })).toMatchObject({ status: 'succeeded' });
        expect(sha256((await received(host)).bytes)).toBe(sha256(file('pdf', LIMIT)));
        const other = gem();
        expect(await upload(other, { resume_file: as(file('pdf', LIMIT + 1)) })).toMatchObject({
            error: { type: 'validation_error', validated: 'input', issues: [{ path: 'resume_file', code: 'file_too_large' }] }
        });
        expect(other.requests).toEqual([]);
    });

    test.each([
        ['a PDF', 'cv.PDF', 'pdf'],
        ['an older Word file', 'cv.doc', 'doc'],
        ['a Word file', 'cv.docx', 'docx']
    ] as const)('accepts %s', async (_what, filename, type) => {
        const host = gem();
        expect(await upload(host, { filename, resume_file: base64(file(type)) })).toMatchObject({ status: 'succeeded' });
    });

    test.each([
        ['another ending', { filename: 'cv.exe', resume_file: file('pdf') }, 'filename', 'invalid_file_type'],
        ['no ending', { filename: 'pdf', resume_file: file('pdf') }, 'filename', 'invalid_file_type'],
        ['an ending that the file does not have', { filename: 'cv.docx', resume_file: file('pdf') }, 'resume_file', 'invalid_file_type'],
        ['too few bytes to tell', { resume_file: file('pdf', 4) }, 'resume_file', 'invalid_file_type'],
        ['nothing', { resume_file: '' }, 'resume_file', 'invalid_file'],
        ['what is not base64', { resume_file: 'ü' }, 'resume_file', 'invalid_file'],
        ['a data: URL of a text', { resume_file: 'data:application/pdf,%25PDF-' }, 'resume_file', 'invalid_file'],
        [
            'a name and a size that are both wrong',
            { filename: 'cv.txt', resume_file: file('pdf', LIMIT + 1) },
            'filename',
            'invalid_file_type'
        ],
        [
            'a size and bytes that are both wrong',
            { filename: 'cv.doc', resume_file: file('pdf', LIMIT + 1) },
            'resume_file',
            'file_too_large'
        ],
        ['no candidate', { candidate_id: '', filename: 'cv.txt', resume_file: '' }, 'candidate_id', 'too_small']
    ])('refuses %s before anything is sent', async (_what, input, path, code) => {
        const host = gem();
        expect(await upload(host, input)).toMatchObject({ error: { validated: 'input', issues: [{ path, code }] } });
        expect(host.requests).toEqual([]);
    });

    test.each([
        ['../../etc/passwd.pdf', 'passwd.pdf'],
        ['C:\\Users\\zoe\\cv.pdf', 'cv.pdf'],
        ['cv"\r\nX-Header: 1.pdf', 'cv___X-Header_ 1.pdf'],
        ['cv\u202efdp.pdf', 'cv_fdp.pdf'],
        ['..pdf', 'resume.pdf'],
        ['Zoë Núñez – 履歴書.pdf', 'Zoë Núñez – 履歴書.pdf'],
        [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(100)}.pdf`]
    ])('makes the file name %j safe', async (filename, safe) => {
        const host = gem();
        await upload(host, { filename, resume_file: file('pdf') });
        expect((await received(host)).filename).toBe(safe);
    });

    test('names a file without a name after what it is', async () => {
        const host = gem();
        await upload(host, { filename: undefined, resume_file: base64(file('docx')) });
        expect((await received(host)).filename).toBe('resume.docx');
        const other = gem();
        expect(await upload(other, { filename: undefined, resume_file: 'data:application/pdf;base64,UEsDBA==' })).toMatchObject({
            error: { issues: [{ code: 'invalid_file_type' }] }
        });
    });

    test('is not repeated where an earlier attempt may have reached Gem', async () => {
        const host = gem();
        expect(await upload(host, { resume_file: file('pdf') }, 2)).toMatchObject({ error: { code: 'outcome_unknown' } });
        expect(host.requests).toEqual([]);
        const slow = new MemoryHost(() => jsonResponse({ message: 'Endpoint request timed out' }, 504));
        expect(await upload(slow, { resume_file: file('pdf') })).toMatchObject({ error: { code: 'outcome_unknown' } });
        expect(slow.requests).toHaveLength(1);
    });
});
