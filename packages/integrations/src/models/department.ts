import { z } from 'zod';

export const department = z.object({
    id: z.string().min(1).describe('Id of the department.'),
    name: z.string().describe('Name of the department.'),
    parent_id: z.string().nullable().describe('Id of the department above it; null at the top.'),
    child_ids: z.array(z.string()).describe('Ids of the departments directly below it.'),
    parent_department_external_id: z
        .string()
        .nullable()
        .describe('Id of the department above it in a system outside the provider; null for none.'),
    child_department_external_ids: z
        .array(z.string())
        .describe('Ids of the departments directly below it in a system outside the provider.'),
    deleted_at: z.iso.datetime().nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.')
});
export type Department = z.output<typeof department>;
