import { z } from 'zod';
import { emailAddress } from './primitives.ts';

/** The customer's user, as given on a session or a connection. */
export const endUser = z
    .strictObject({
        id: z.string().min(1).max(255).describe('Id of the end user in your product.'),
        email: emailAddress.optional().describe('E-mail address, for display and search.'),
        display_name: z.string().max(255).optional().describe('Name, for display and search.'),
        tags: z
            .record(z.string().min(1).max(64), z.string().max(255))
            .refine((given) => Object.keys(given).length <= 10, { error: 'Tags cannot contain more than 10 keys' })
            .optional()
            .describe('Your own labels of the end user: at most 10, keys of 1 to 64 characters, values of at most 255.')
    })
    .describe('Your user whose account is connected. Each connection keeps its own copy.');

/** Deprecated in favour of tags. */
export const organization = z
    .strictObject({
        id: z.string().min(1).max(255).describe('Id of the organization in your product.'),
        display_name: z.string().max(255).optional().describe('Name of the organization, for display.')
    })
    .describe('Organization of the end user. Deprecated: use `tags`.');

/** A connection's own copy of the end user, as responses have it. */
export const endUserView = z.object({
    id: z.string().describe('Id of the end user in your product.'),
    email: z.string().nullable().describe('E-mail address; null where none was given.'),
    display_name: z.string().nullable().describe('Name; null where none was given.'),
    tags: z.record(z.string(), z.string()).nullable().describe('Your own labels of the end user; null where none were given.'),
    organization: z
        .object({
            id: z.string().describe('Id of the organization in your product.'),
            display_name: z.string().nullable().describe('Name of the organization; null where none was given.')
        })
        .nullable()
        .describe('Organization of the end user; null where none was given.')
});

export type EndUserView = z.output<typeof endUserView>;
