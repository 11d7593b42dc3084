import { type ActionContext, createAction } from '@patchbay/functions';
import { collectNotes } from '../../collect-notes.ts';
import { type Note, noteList, noteListInput } from '../../models/note.ts';
import { parseResponse } from '../../parse-response.ts';
import { reportFaults } from '../errors.ts';
import { gemTeamNote } from '../guards.ts';
import { fromTeamNote } from '../map-candidate-extras.ts';

const PAGE_SIZE = 100;

export const listNotes = createAction({
    description: 'Lists the notes of a candidate, with the ids of their authors but not the names',
    input: noteListInput,
    output: noteList,
    endpoint: { method: 'GET', path: '/candidate-notes', group: 'Candidates' },
    exec: (context, { candidate_id }) => reportFaults(() => collectNotes(teamNotesOf(context, candidate_id)))
});

/** `/ats/v0` has no list of notes. */
export async function* teamNotesOf(context: ActionContext, candidateId: string): AsyncGenerator<Note[], void, void> {
    const pages = context.paginate({
        endpoint: `/v0/candidates/${encodeURIComponent(candidateId)}/notes`,
        retries: 4,
        paginate: {
            type: 'offset',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit: PAGE_SIZE,
            limit_name_in_request: 'page_size'
        }
    });
    for await (const page of pages) yield page.map((one) => fromTeamNote(parseResponse(gemTeamNote, one)));
}
