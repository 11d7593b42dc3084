import { createAction } from '@patchbay/functions';
import { findNote } from '../../collect-notes.ts';
import { note, noteInput } from '../../models/note.ts';
import { isSinceFirstAttempt } from '../../since-first-attempt.ts';
import { parseResponse } from '../../parse-response.ts';
import { reportWriteFaults } from '../errors.ts';
import { gemNote } from '../guards.ts';
import { toNote, toNoteBody } from '../map-candidate-extras.ts';
import { teamNotesOf } from './list-notes.ts';

export const createNote = createAction({
    description: 'Adds a note to a candidate, private unless it says otherwise',
    input: noteInput,
    output: note,
    endpoint: { method: 'POST', path: '/candidate-notes', group: 'Candidates' },
    exec: (context, input) =>
        reportWriteFaults(async () => {
            if (context.attempt > 1) {
                // Gem keeps no request ids.
                const earlier = await findNote(
                    teamNotesOf(context, input.candidate_id),
                    ({ body, created_at: createdAt, user, visibility }) =>
                        body === input.body &&
                        user?.id === input.user_id &&
                        visibility === input.visibility &&
                        isSinceFirstAttempt(context, Date.parse(createdAt))
                );
                if (earlier) return earlier;
            }
            const { data } = await context.post<unknown>({
                endpoint: `/ats/v0/candidates/${encodeURIComponent(input.candidate_id)}/activity_feed/notes`,
                data: toNoteBody(input)
            });
            return toNote(parseResponse(gemNote, data));
        }, 'The note may have been added. Look at GET /candidate-notes before you repeat the request.')
});
