import { z } from 'zod';
import { educationInfo, email, workInfo } from './created-candidate.ts';

const MAX_SHORT_TEXT = 255;
const MAX_EMAILS = 20;
const MAX_PROJECTS = 20;

const shortText = z.string().max(MAX_SHORT_TEXT).nullish();
const userId = z.string().min(1).nullish();

export const candidateInput = z
    .strictObject({
        /** The id of the user who creates it. */
        created_by: z.string().min(1),
        first_name: shortText,
        last_name: shortText,
        nickname: shortText,
        emails: z
            .array(email.strict().extend({ is_primary: z.boolean().default(false) }))
            .max(MAX_EMAILS)
            .refine((emails) => emails.filter(({ is_primary }) => is_primary).length <= 1, { message: 'At most one can be primary.' })
            .nullish(),
        linked_in_handle: shortText,
        title: shortText,
        company: shortText,
        location: shortText,
        school: shortText,
        education_info: z.array(educationInfo.strict().partial()).nullish(),
        work_info: z.array(workInfo.strict().partial()).nullish(),
        profile_urls: z.array(z.string()).nullish(),
        custom_fields: z
            .array(z.strictObject({ custom_field_id: z.string(), value: z.union([z.string(), z.array(z.string())]) }))
            .nullish(),
        phone_number: shortText,
        project_ids: z.array(z.string()).max(MAX_PROJECTS).nullish(),
        /** Such as `SeekOut`, `hireEZ`, `Starcircle`, `Censia`, `Consider`. */
        sourced_from: shortText,
        /** Lets the vendor fill in what `linked_in_handle` leads to. */
        autofill: z.boolean().default(false),
        /** With it an application for this job is made too. */
        job_id: z.string().min(1).nullish(),
        initial_stage_id: z.string().min(1).nullish(),
        source_id: z.string().min(1).nullish(),
        recruiter_id: userId,
        coordinator_id: userId,
        sourcer_id: userId,
        attachments: z
            .array(
                z.strictObject({
                    filename: z.string().min(1),
                    /** Such as `resume`. */
                    type: z.string().min(1),
                    /** Base64. */
                    content: z.string().min(1),
                    content_type: z.string().optional()
                })
            )
            .nullish()
    })
    .superRefine((input, context) => {
        const { first_name, last_name, emails, linked_in_handle } = input;
        if (!first_name && !last_name && !emails?.length && !linked_in_handle)
            context.addIssue({ code: 'custom', path: [], message: 'Needs one of first_name, last_name, emails and linked_in_handle.' });
        if (input.autofill && !linked_in_handle)
            context.addIssue({ code: 'custom', path: ['linked_in_handle'], message: 'Must be there with autofill.' });
        if (input.job_id) return;
        for (const name of ['initial_stage_id', 'source_id', 'recruiter_id', 'coordinator_id', 'sourcer_id', 'attachments'] as const)
            if (input[name]) context.addIssue({ code: 'custom', path: [name], message: 'Is only possible with job_id.' });
    });
export type CandidateInput = z.output<typeof candidateInput>;
