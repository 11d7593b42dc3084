import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { runFunction } from '@patchbay/functions/testing';
import addNote from './add-note.ts';

void test('a note is added to the candidate', async () => {
    const { output, requests } = await runFunction(addNote, {
        input: { candidate_id: 'c/1', user_id: 'u1', text: 'Called her' },
        responses: [{ method: 'POST', endpoint: '/ats/v0/candidates/c%2F1/activity_feed/notes', status: 201, body: { id: 'n1' } }]
    });
    deepEqual(output, { id: 'n1' });
    deepEqual(requests[0]?.data, { user_id: 'u1', body: 'Called her', visibility: 'public' });
});

void test('a note without text is refused before Gem is asked', async () => {
    const { error, requests } = await runFunction(addNote, { input: { candidate_id: 'c1', user_id: 'u1', text: '' } });
    equal(error?.type, 'validation_error');
    deepEqual(requests, []);
});
