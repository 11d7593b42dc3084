import { z } from 'zod';

export const location = z.object({
    id: z.string().min(1),
    name: z.string(),
    location: z.object({ name: z.string().nullable() }).nullable(),
    parent_id: z.string().nullable(),
    child_ids: z.array(z.string()),
    parent_office_external_id: z.string().nullable(),
    child_office_external_ids: z.array(z.string()),
    deleted_at: z.iso.datetime().nullable()
});
export type Location = z.output<typeof location>;
