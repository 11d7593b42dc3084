import { z } from 'zod';
import { customFields } from './custom-fields.ts';

const named = z.object({ id: z.string().min(1).describe('Id at the provider.'), name: z.string().describe('Its name.') });
const time = z.iso.datetime();

export const application = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    candidate_id: z.string().min(1).describe('Id of the candidate who applies.'),
    applied_at: time.nullable().describe('When the candidate applied, ISO 8601 in UTC; null where the provider does not say.'),
    rejected_at: time.nullable().describe('When it was rejected, ISO 8601 in UTC; null if it was not.'),
    last_activity_at: time
        .nullable()
        .describe('When something last happened to it, ISO 8601 in UTC; null where the provider does not say.'),
    source: z
        .object({
            id: z.string().min(1).describe('Id of the source.'),
            public_name: z.string().describe('Name of the source.')
        })
        .nullable()
        .describe('Where the candidate comes from; null for none.'),
    credited_to: z.string().nullable().describe('Id of the user who is credited with it; null for none.'),
    rejection_reason: named
        .extend({ type: named.nullable().describe('Kind of the reason; null for none.') })
        .nullable()
        .describe('Why it was rejected; null if it was not, or where the provider does not say.'),
    jobs: z.array(named).describe('Jobs that it is for.'),
    job_post_id: z.string().nullable().describe('Id of the job post that the candidate applied to; null for none.'),
    status: z.string().min(1).describe('`active`, `rejected` or `hired`; others pass as the provider names them.'),
    current_stage: named
        .nullable()
        .describe('Stage that it is in; null for none, with some providers also once the candidate is hired or rejected.'),
    sync_token: z.string().nullable().describe('Version that an update may name; null where the provider counts none.'),
    deleted_at: time.nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.'),
    custom_fields: customFields
});
export type Application = z.output<typeof application>;
