import { z } from 'zod';

const shape = {
    source_id: z.string().min(1).describe('Id of the new source.'),
    sync_token: z.string().optional().describe('Version it is based on; absent: the one in the records.')
};

/** The source is all that vendors let others change in common. */
export const applicationUpdate = z
    .strictObject({
        id: z.string().min(1).optional().describe('Id of the application, where it is in the path.'),
        application_id: z.string().min(1).optional().describe('Id of the application, where the path has none.'),
        ...shape
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
export const applicationChange = z.strictObject(shape);

/** The body where it does not. */
export const namedApplicationChange = applicationChange.extend({
    application_id: z.string().min(1).describe('Id of the application.')
});
