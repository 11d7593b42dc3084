import { z } from 'zod';
import { emailAddress } from './primitives.ts';

/** The customer's user, as given on a session or a connection. Mostly for display and tagging. */
export const endUser = z.strictObject({
    id: z.string().min(1).max(255),
    email: emailAddress.optional(),
    display_name: z.string().max(255).optional(),
    tags: z
        .record(z.string().min(1).max(64), z.string().max(255))
        .refine((given) => Object.keys(given).length <= 10, { error: 'Tags cannot contain more than 10 keys' })
        .optional()
});

/** Deprecated in favour of tags. */
export const organization = z.strictObject({
    id: z.string().min(1).max(255),
    display_name: z.string().max(255).optional()
});

/** A connection's own copy of the end user, as answered. */
export const endUserView = z.object({
    id: z.string(),
    email: z.string().nullable(),
    display_name: z.string().nullable(),
    tags: z.record(z.string(), z.string()).nullable(),
    organization: z.object({ id: z.string(), display_name: z.string().nullable() }).nullable()
});

export type EndUserView = z.output<typeof endUserView>;
