import { z } from 'zod';
import { department } from './department.ts';
import { location } from './location.ts';

export const atsUser = z.object({
    id: z.string().min(1),
    name: z.string(),
    email: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    employee_id: z.string().nullable(),
    emails: z.array(z.string()),
    disabled: z.boolean(),
    site_admin: z.boolean(),
    linked_candidate_ids: z.array(z.string()),
    offices: z.array(location),
    departments: z.array(department),
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
    deleted_at: z.iso.datetime().nullable()
});
export type AtsUser = z.output<typeof atsUser>;
