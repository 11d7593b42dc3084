import { z } from 'zod';

export const jobPost = z.object({
    id: z.string().min(1),
    title: z.string(),
    active: z.boolean(),
    live: z.boolean(),
    first_published_at: z.iso.datetime().nullable(),
    job_id: z.string().nullable(),
    /** HTML, of any length. */
    content: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().nullable(),
    deleted_at: z.iso.datetime().nullable()
});
export type JobPost = z.output<typeof jobPost>;
