import { z } from 'zod';

export const location = z.object({
    id: z.string().min(1).describe('Id of the location.'),
    name: z.string().describe('Name of the location, such as that of an office.'),
    location: z
        .object({ name: z.string().nullable().describe('Name of the place, such as a city and a country; null for none.') })
        .nullable()
        .describe('Where it is; null where the provider does not say.'),
    parent_id: z.string().nullable().describe('Id of the location above it; null at the top.'),
    child_ids: z.array(z.string()).describe('Ids of the locations directly below it.'),
    parent_office_external_id: z
        .string()
        .nullable()
        .describe('Id of the location above it in a system outside the provider; null for none.'),
    child_office_external_ids: z.array(z.string()).describe('Ids of the locations directly below it in a system outside the provider.'),
    deleted_at: z.iso.datetime().nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.')
});
export type Location = z.output<typeof location>;
