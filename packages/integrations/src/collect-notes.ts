import { HostError } from '@patchbay/functions';
import type { Note } from './models/note.ts';

/** More than the output of an action may have. */
const MOST_CHARACTERS = 2 * 1024 * 1024;
/** Of a note beside its text, at least. */
const FRAME = 100;

/**
 * All notes of a candidate. A vendor's list need not come to an end.
 * @throws {HostError} `script_output_too_large`
 */
export async function collectNotes(pages: AsyncIterable<readonly Note[]>): Promise<Note[]> {
    const notes: Note[] = [];
    let characters = 0;
    for await (const page of pages) {
        for (const { body } of page) characters += body.length + FRAME;
        if (characters > MOST_CHARACTERS)
            throw new HostError('script_output_too_large', 'The notes of the candidate have more than the 2 MiB that are permitted.');
        notes.push(...page);
    }
    return notes;
}

/** The first note that fits, of pages that are read no further than to it. */
export async function findNote(pages: AsyncIterable<readonly Note[]>, isWanted: (note: Note) => boolean): Promise<Note | undefined> {
    for await (const page of pages) {
        const found = page.find(isWanted);
        if (found) return found;
    }
    return undefined;
}
