import { expect, test } from 'vitest';
import { vendors } from './fake-patchbay.fixtures.ts';
import { startWithFake } from './playground.fixtures.ts';

const address = '/api/hiring/resume?candidate=cand_1&filename=cv.pdf';

test.each([
    ['empty', new Blob(), 'The file is empty.'],
    ['larger than any resume', new Blob([new Uint8Array(4 * 1024 * 1024 + 1)]), 'The body is larger than 4194304 bytes.']
])('a file that is %s is refused in words', async (_, file, error) => {
    await using app = await startWithFake(vendors);
    expect(await app.ask('POST', address, file)).toEqual({ status: 400, body: { error } });
});

test('a page of another site uploads nothing', async () => {
    await using app = await startWithFake(vendors);
    expect(await app.ask('POST', address, new Blob(['%PDF-1.7']), { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
});

test.each([
    [{ text: 'Called.', once: 'k' }, 'The candidate is missing.'],
    [{ candidate: 'cand_1', text: ' ', once: 'k' }, 'The text of the note is missing.']
])('a note %j is refused in words', async (body, error) => {
    await using app = await startWithFake(vendors);
    expect(await app.ask('POST', '/api/hiring/note', body)).toEqual({ status: 400, body: { error } });
});
