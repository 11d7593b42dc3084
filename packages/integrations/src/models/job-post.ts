import { z } from 'zod';

const time = z.iso.datetime();

export const jobPost = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    title: z.string().describe('Title that candidates see.'),
    active: z.boolean().describe('Whether it is in use.'),
    live: z.boolean().describe('Whether it is published.'),
    first_published_at: time
        .nullable()
        .describe('When it was first published, ISO 8601 in UTC; null if it was not, or where the provider does not say.'),
    job_id: z.string().nullable().describe('Id of the job that it advertises; null for none.'),
    content: z.string().nullable().describe('Text that candidates see: HTML, of any length; null for none.'),
    created_at: time.describe('When it was created at the provider, ISO 8601 in UTC.'),
    updated_at: time
        .nullable()
        .describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    deleted_at: time.nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.')
});
export type JobPost = z.output<typeof jobPost>;
