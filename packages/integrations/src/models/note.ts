import { z } from 'zod';
import { userLite } from './user-lite.ts';

const MAX_CHARACTERS = 10_000;

export const note = z
    .object({
        id: z.string().min(1).describe('Id at the provider.'),
        created_at: z.iso.datetime().describe('When it was written, ISO 8601 in UTC.'),
        body: z.string().describe('Text of the note.'),
        user: userLite
            .extend({
                name: z.string().nullable().describe('Full name; null where the provider lists notes with the ids of their authors only.')
            })
            .nullable()
            .describe('Who wrote it; null where the provider does not say.'),
        private: z.boolean().describe('Whether `visibility` is `private`.'),
        visibility: z.enum(['private', 'public']).describe('Who sees it at the provider: only some users, or all.')
    })
    .refine((value) => value.private === (value.visibility === 'private'), {
        path: ['private'],
        message: 'Must agree with visibility.'
    });
export type Note = z.output<typeof note>;

export const noteInput = z.strictObject({
    candidate_id: z.string().min(1).describe('Id of the candidate.'),
    user_id: z.string().min(1).describe('Id of the user who writes it.'),
    body: z
        .string()
        .min(1)
        // Characters as vendors count them, not UTF-16 units.
        .refine((text) => text.length <= MAX_CHARACTERS || [...text].length <= MAX_CHARACTERS, {
            message: `Must have at most ${MAX_CHARACTERS.toLocaleString('en')} characters.`
        })
        .meta({ maxLength: MAX_CHARACTERS })
        .describe('Text of the note, of at most 10,000 characters.'),
    visibility: z.enum(['private', 'public']).default('private').describe('Who sees it at the provider: only some users, or all.')
});
export type NoteInput = z.output<typeof noteInput>;

export const noteListInput = z.strictObject({ candidate_id: z.string().min(1).describe('Id of the candidate.') });
export const noteList = z.array(note);
