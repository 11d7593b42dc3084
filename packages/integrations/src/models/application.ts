import { z } from 'zod';
import { customFields } from './custom-fields.ts';

const named = z.object({ id: z.string().min(1), name: z.string() });

export const application = z.object({
    id: z.string().min(1),
    candidate_id: z.string().min(1),
    applied_at: z.iso.datetime().nullable(),
    rejected_at: z.iso.datetime().nullable(),
    last_activity_at: z.iso.datetime().nullable(),
    source: z.object({ id: z.string().min(1), public_name: z.string() }).nullable(),
    /** The id of a user. */
    credited_to: z.string().nullable(),
    rejection_reason: named.extend({ type: named.nullable() }).nullable(),
    jobs: z.array(named),
    job_post_id: z.string().nullable(),
    /** `active`, `rejected` or `hired`; others pass as the vendor names them. */
    status: z.string().min(1),
    /** Null with some vendors once the candidate is hired or rejected. */
    current_stage: named.nullable(),
    deleted_at: z.iso.datetime().nullable(),
    custom_fields: customFields
});
export type Application = z.output<typeof application>;
