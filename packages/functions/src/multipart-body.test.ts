import { expect, test } from 'vitest';
import { multipartBody } from './multipart-body.ts';

test('a form arrives as it was sent, with odd names of files', async () => {
    const bytes = new Uint8Array([37, 80, 68, 70, 13, 10, 45, 45, 0, 255]);
    const form = multipartBody([
        { name: 'note', value: 'grüß dich' },
        { name: 'resume_file', value: bytes, filename: 'a"b\r\nX: y.pdf', contentType: 'application/pdf' }
    ]);
    const read = await new Response(new Blob([new Uint8Array(form.bytes)]), { headers: { 'content-type': form.contentType } }).formData();
    expect(read.get('note')).toBe('grüß dich');
    const file = read.get('resume_file') as File;
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    expect(file.type).toBe('application/pdf');
    expect([...read.keys()]).toEqual(['note', 'resume_file']);
});
