import { z } from 'zod';
import { userLite } from './user-lite.ts';

const time = z.iso.datetime().nullable();
const deleted = 'When it was deleted at the provider, ISO 8601 in UTC; null if it was not.';

const interviewKit = z.object({
    id: z.string().describe('Id of the interview kit.'),
    content: z.string().nullable().describe('Instructions for the interviewers; null for none.'),
    questions: z
        .array(
            z.object({
                id: z.string().describe('Id of the question.'),
                name: z.string().describe('Text of the question.')
            })
        )
        .describe('Questions to ask.')
});

export const jobStage = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    name: z.string().describe('Name of the stage.'),
    created_at: time.describe('When it was created at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    updated_at: time.describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    deleted_at: time.describe(deleted),
    active: z.boolean().describe('Whether it is in use.'),
    job_id: z
        .string()
        .nullable()
        .describe('Id of the job that it belongs to; null where the provider shares stages between jobs, which `job_ids` has.'),
    job_ids: z.array(z.string()).describe('Ids of all jobs that it belongs to.'),
    priority: z.int().describe('Place among the stages of the job; lower is earlier.'),
    interviews: z
        .array(
            z.object({
                id: z.string().describe('Id of the interview.'),
                name: z.string().describe('Name of the interview.'),
                schedulable: z.boolean().describe('Whether it can be scheduled.'),
                estimated_minutes: z.int().nullable().describe('How long it takes, in minutes; null where the provider does not say.'),
                default_interviewer_users: z.array(userLite).describe('Who interviews by default.'),
                interview_kit: interviewKit.nullable().describe('What the interviewers are given; null for none.'),
                deleted_at: time.describe(deleted),
                job_stage_interview_item_id: z
                    .string()
                    .nullable()
                    .describe('Id of the place of the interview in the stage; null where the provider gives none.')
            })
        )
        .describe('Interviews of the stage.')
});
export type JobStage = z.output<typeof jobStage>;
