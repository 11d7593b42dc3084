import { z } from 'zod';
import { department } from './department.ts';
import { location } from './location.ts';

const time = z.iso.datetime().nullable();

export const atsUser = z.object({
    id: z.string().min(1).describe('Id at the provider, which writes take as `created_by` and `user_id`.'),
    name: z.string().describe('Full name.'),
    email: z.string().nullable().describe('Primary email address; null for none.'),
    first_name: z.string().nullable().describe('First name; null where the provider gives none.'),
    last_name: z.string().nullable().describe('Last name; null where the provider gives none.'),
    employee_id: z.string().nullable().describe('Number of the employee at the company; null for none.'),
    emails: z.array(z.string()).describe('All email addresses.'),
    disabled: z.boolean().describe('Whether the user can no longer sign in at the provider.'),
    site_admin: z.boolean().describe('Whether the user administers the account at the provider.'),
    linked_candidate_ids: z.array(z.string()).describe('Ids of the candidates that are the same person.'),
    offices: z.array(location).describe('Locations of the user.'),
    departments: z.array(department).describe('Departments of the user.'),
    created_at: time.describe('When the user was created at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    updated_at: time.describe('When the user was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    deleted_at: time.describe('When the user was deleted at the provider, ISO 8601 in UTC; null if not.')
});
export type AtsUser = z.output<typeof atsUser>;
