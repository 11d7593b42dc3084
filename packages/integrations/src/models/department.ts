import { z } from 'zod';

export const department = z.object({
    id: z.string().min(1),
    name: z.string(),
    parent_id: z.string().nullable(),
    child_ids: z.array(z.string()),
    parent_department_external_id: z.string().nullable(),
    child_department_external_ids: z.array(z.string()),
    deleted_at: z.iso.datetime().nullable()
});
export type Department = z.output<typeof department>;
