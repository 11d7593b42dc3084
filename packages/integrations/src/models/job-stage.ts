import { z } from 'zod';
import { userLite } from './user-lite.ts';

export const jobStage = z.object({
    id: z.string().min(1),
    name: z.string(),
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
    deleted_at: z.iso.datetime().nullable(),
    active: z.boolean(),
    /** Null where the vendor shares stages between jobs; `job_ids` has all of them. */
    job_id: z.string().nullable(),
    job_ids: z.array(z.string()),
    /** Lower is earlier. */
    priority: z.int(),
    interviews: z.array(
        z.object({
            id: z.string(),
            name: z.string(),
            schedulable: z.boolean(),
            estimated_minutes: z.int().nullable(),
            default_interviewer_users: z.array(userLite),
            interview_kit: z
                .object({
                    id: z.string(),
                    content: z.string().nullable(),
                    questions: z.array(z.object({ id: z.string(), name: z.string() }))
                })
                .nullable(),
            deleted_at: z.iso.datetime().nullable(),
            job_stage_interview_item_id: z.string().nullable()
        })
    )
});
export type JobStage = z.output<typeof jobStage>;
