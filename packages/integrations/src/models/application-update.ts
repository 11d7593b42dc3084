import { z } from 'zod';

const sourceId = z.string().min(1).describe('Id of the new source.');

/** The source is all that vendors let others change in common. */
export const applicationUpdate = z
    .strictObject({
        id: z.string().min(1).optional().describe('Id of the application, where it is in the path.'),
        application_id: z.string().min(1).optional().describe('Id of the application, where the path has none.'),
        source_id: sourceId
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
export const applicationChange = z.strictObject({ source_id: sourceId });

/** The body where it does not. */
export const namedApplicationChange = applicationChange.extend({
    application_id: z.string().min(1).describe('Id of the application.')
});
