import { z } from 'zod';
import { educationInfo, email, workInfo } from './created-candidate.ts';

const MAX_SHORT_TEXT = 255;
const MAX_EMAILS = 20;
const MAX_PROJECTS = 20;

const shortText = z.string().max(MAX_SHORT_TEXT).nullish();
const userId = z.string().min(1).nullish();

const onlyWithJob = 'Only with `job_id`.';

const customField = z.strictObject({
    custom_field_id: z.string().describe('Id of the field.'),
    value: z
        .union([z.string(), z.array(z.string())])
        .describe('Value: text, a date as YYYY-MM-DD, or a list of texts where several options can be chosen.')
});

const attachment = z.strictObject({
    filename: z.string().min(1).describe('Name of the file.'),
    type: z.string().min(1).describe('Kind of the file as the provider names it, such as `resume`.'),
    content: z.string().min(1).describe('The file in base64.'),
    content_type: z.string().optional().describe('Media type of the file.')
});

export const candidateInput = z
    .strictObject({
        created_by: z.string().min(1).describe('Id of the user who creates it.'),
        first_name: shortText.describe('First name.'),
        last_name: shortText.describe('Last name.'),
        nickname: shortText.describe('Nickname.'),
        emails: z
            .array(
                email.strict().extend({
                    is_primary: z.boolean().default(false).describe('Whether it is the primary one; the first is where none is marked.')
                })
            )
            .max(MAX_EMAILS)
            .refine((emails) => emails.filter(({ is_primary }) => is_primary).length <= 1, { message: 'At most one can be primary.' })
            .nullish()
            .describe('Email addresses, of which at most one is primary.'),
        linked_in_handle: shortText.describe('Name at LinkedIn, the end of the address of the profile.'),
        title: shortText.describe('Title of the current position.'),
        company: shortText.describe('Company that the candidate works at.'),
        location: shortText.describe('Place where the candidate lives.'),
        school: shortText.describe('Name of the last school.'),
        education_info: z.array(educationInfo.strict().partial()).nullish().describe('Where the candidate studied.'),
        work_info: z.array(workInfo.strict().partial()).nullish().describe('Where the candidate worked.'),
        profile_urls: z.array(z.string()).nullish().describe('Addresses of profiles in networks.'),
        custom_fields: z.array(customField).nullish().describe("Values of the provider's own fields."),
        phone_number: shortText.describe('Phone number.'),
        project_ids: z.array(z.string()).max(MAX_PROJECTS).nullish().describe('Ids of the projects to put the candidate in.'),
        sourced_from: shortText.describe(
            'Tool that the candidate was found with, such as `SeekOut`, `hireEZ`, `Starcircle`, `Censia` or `Consider`.'
        ),
        autofill: z
            .boolean()
            .default(false)
            .describe('Whether the provider fills in what `linked_in_handle` leads to, which is needed then.'),
        job_id: z.string().min(1).nullish().describe('Id of the job to make an application for too; null or absent: no application.'),
        initial_stage_id: z.string().min(1).nullish().describe(`Id of the stage that the application starts in. ${onlyWithJob}`),
        source_id: z.string().min(1).nullish().describe(`Id of the source of the application. ${onlyWithJob}`),
        recruiter_id: userId.describe(`Id of the user who is the recruiter. ${onlyWithJob}`),
        coordinator_id: userId.describe(`Id of the user who is the coordinator. ${onlyWithJob}`),
        sourcer_id: userId.describe(`Id of the user who is the sourcer. ${onlyWithJob}`),
        attachments: z.array(attachment).nullish().describe(`Files to attach to the application. ${onlyWithJob}`)
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
