import { z } from 'zod';
import { customFields } from './custom-fields.ts';
import { department } from './department.ts';
import { location } from './location.ts';
import { userLite } from './user-lite.ts';

const time = z.iso.datetime();
const members = z.array(userLite).nullable();

export const job = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    name: z.string().describe('Name of the job.'),
    requisition_id: z.string().nullable().describe('Number of the requisition at the company; null for none.'),
    confidential: z.boolean().describe('Whether only some users see it at the provider.'),
    status: z
        .string()
        .min(1)
        .describe('`open`, `closed`, `draft`, `pending_approval` or `approved`; others pass as the provider names them.'),
    created_at: time.describe('When it was created at the provider, ISO 8601 in UTC.'),
    opened_at: time.nullable().describe('When it was opened, ISO 8601 in UTC; null if it was not.'),
    closed_at: time.nullable().describe('When it was closed, ISO 8601 in UTC; null if it was not.'),
    deleted_at: time.nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.'),
    updated_at: time
        .nullable()
        .describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    is_template: z.boolean().describe('Whether it is a template for other jobs.'),
    departments: z.array(department).describe('Departments that it belongs to.'),
    offices: z.array(location).describe('Locations that it belongs to.'),
    hiring_team: z
        .object({
            hiring_managers: members.describe('Hiring managers; null where the provider does not say.'),
            recruiters: members.describe('Recruiters; null where the provider does not say.'),
            coordinators: members.describe('Coordinators; null where the provider does not say.'),
            sourcers: members.describe('Sourcers; null where the provider does not say.')
        })
        .describe('Who hires for it.'),
    custom_fields: customFields
});
export type Job = z.output<typeof job>;
