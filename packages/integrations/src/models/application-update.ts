import { z } from 'zod';

/** The source is all that vendors let others change in common. */
export const applicationUpdate = z
    .strictObject({
        /** In the path. */
        id: z.string().min(1).optional(),
        /** The same, where the path has none. */
        application_id: z.string().min(1).optional(),
        source_id: z.string().min(1)
    })
    .refine(({ id, application_id }) => (id ?? application_id) !== undefined, {
        path: ['application_id'],
        message: 'Name the application.'
    })
    .refine(({ id, application_id }) => id === undefined || application_id === undefined || id === application_id, {
        path: ['application_id'],
        message: 'Must be the id of the path.'
    });

/** The body where the path names the application. */
export const applicationChange = z.strictObject({ source_id: z.string().min(1) });

/** The body where it does not. */
export const namedApplicationChange = applicationChange.extend({ application_id: z.string().min(1) });
