import { z } from 'zod';

/** A member of the hiring team, as others mention it. */
export const userLite = z.object({
    id: z.string().min(1),
    name: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    employee_id: z.string().nullable()
});
export type UserLite = z.output<typeof userLite>;
