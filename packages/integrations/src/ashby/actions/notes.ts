import { type ActionContext, createAction } from '@patchbay/functions';
import { z } from 'zod';
import { collectNotes, findNote } from '../../collect-notes.ts';
import { type Note, note, noteInput, noteList, noteListInput } from '../../models/note.ts';
import { isSinceFirstAttempt } from '../../since-first-attempt.ts';
import { parseResponse } from '../../parse-response.ts';
import { call, pagesOf } from '../call.ts';
import { reportFaults, reportWriteFaults } from '../errors.ts';
import { ashbyNote } from '../guards.ts';
import { toNote } from '../map-candidate.ts';

export const createNote = createAction({
    description: 'Adds a note to a candidate, private unless it says otherwise; its author is the API key',
    input: noteInput,
    output: note,
    endpoint: { method: 'POST', path: '/candidate-notes', group: 'Candidates' },
    exec: (context, { candidate_id, body, visibility }) =>
        reportWriteFaults(async () => {
            if (context.attempt > 1) {
                const earlier = await findNote(
                    notesOf(context, candidate_id),
                    (one) => one.body === body && one.visibility === visibility && isSinceFirstAttempt(context, Date.parse(one.created_at))
                );
                if (earlier) return earlier;
            }
            const { results } = await call(context, 'candidate.createNote', {
                candidateId: candidate_id,
                note: { type: 'text/plain', value: body },
                isPrivate: visibility === 'private',
                sendNotifications: false
            });
            // The response may be without the content.
            const created = parseResponse(ashbyNote, results);
            return toNote({ ...created, content: created.content ?? body });
        }, 'The note may have been added. Look at GET /candidate-notes before you repeat the request.')
});

export const listNotes = createAction({
    description: 'Lists the notes of a candidate',
    input: noteListInput,
    output: noteList,
    endpoint: { method: 'GET', path: '/candidate-notes', group: 'Candidates' },
    exec: (context, { candidate_id }) => reportFaults(() => collectNotes(notesOf(context, candidate_id)))
});

async function* notesOf(context: ActionContext, candidateId: string): AsyncGenerator<Note[], void, void> {
    for await (const { items } of pagesOf(context, 'candidate.listNotes', { candidateId }))
        yield parseResponse(z.array(ashbyNote), items).map(toNote);
}
