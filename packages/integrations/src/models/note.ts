import { z } from 'zod';
import { userLite } from './user-lite.ts';

const MAX_CHARACTERS = 10_000;

export const note = z
    .object({
        id: z.string().min(1),
        created_at: z.iso.datetime(),
        body: z.string(),
        /** The name is null where the vendor lists notes with their authors' ids only. */
        user: userLite.extend({ name: z.string().nullable() }).nullable(),
        private: z.boolean(),
        /** `private` or `public`. */
        visibility: z.enum(['private', 'public'])
    })
    .refine((value) => value.private === (value.visibility === 'private'), {
        path: ['private'],
        message: 'Must agree with visibility.'
    });
export type Note = z.output<typeof note>;

export const noteInput = z.strictObject({
    candidate_id: z.string().min(1),
    /** Who writes it. */
    user_id: z.string().min(1),
    body: z
        .string()
        .min(1)
        // Characters as vendors count them, not UTF-16 units.
        .refine((text) => text.length <= MAX_CHARACTERS || [...text].length <= MAX_CHARACTERS, {
            message: `Must have at most ${MAX_CHARACTERS.toLocaleString('en')} characters.`
        })
        .meta({ maxLength: MAX_CHARACTERS }),
    visibility: z.enum(['private', 'public']).default('private')
});
export type NoteInput = z.output<typeof noteInput>;

export const noteListInput = z.strictObject({ candidate_id: z.string().min(1) });
export const noteList = z.array(note);
