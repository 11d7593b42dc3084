import { z } from 'zod';

/** A member of the hiring team, as others mention it. */
export const userLite = z.object({
    id: z.string().min(1).describe('Id of the user.'),
    name: z.string().describe('Full name.'),
    first_name: z.string().nullable().describe('First name; null where the provider gives none.'),
    last_name: z.string().nullable().describe('Last name; null where the provider gives none.'),
    employee_id: z.string().nullable().describe('Number of the employee at the company; null for none.')
});
export type UserLite = z.output<typeof userLite>;
