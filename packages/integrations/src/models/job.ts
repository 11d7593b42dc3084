import { z } from 'zod';
import { customFields } from './custom-fields.ts';
import { department } from './department.ts';
import { location } from './location.ts';
import { userLite } from './user-lite.ts';

const members = z.array(userLite).nullable();

export const job = z.object({
    id: z.string().min(1),
    name: z.string(),
    requisition_id: z.string().nullable(),
    confidential: z.boolean(),
    /** `open`, `closed`, `draft`, `pending_approval` or `approved`; others pass. */
    status: z.string().min(1),
    created_at: z.iso.datetime(),
    opened_at: z.iso.datetime().nullable(),
    closed_at: z.iso.datetime().nullable(),
    deleted_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
    is_template: z.boolean(),
    departments: z.array(department),
    offices: z.array(location),
    hiring_team: z.object({ hiring_managers: members, recruiters: members, coordinators: members, sourcers: members }),
    custom_fields: customFields
});
export type Job = z.output<typeof job>;
