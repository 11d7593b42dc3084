import { z } from 'zod';

const text = z.string().nullable();

export const email = z.object({ email_address: z.string(), is_primary: z.boolean() });

export const educationInfo = z.object({
    school: text,
    parsed_university: text,
    parsed_school: text,
    start_date: text,
    end_date: text,
    field_of_study: text,
    parsed_major_1: text,
    parsed_major_2: text,
    degree: text
});

export const workInfo = z.object({
    company: text,
    title: text,
    work_start_date: text,
    work_end_date: text,
    is_current: z.boolean().nullable()
});

/** A candidate as its creation responds; `GET /candidates` has it in the model `Candidate`. */
export const createdCandidate = z.object({
    id: z.string().min(1),
    created_at: z.iso.datetime(),
    /** The id of a user. */
    created_by: z.string().min(1),
    last_updated_at: z.iso.datetime().nullable(),
    candidate_greenhouse_id: text,
    first_name: text,
    last_name: text,
    nickname: text,
    /** Its page at the vendor. */
    weblink: text,
    emails: z.array(email),
    phone_number: text,
    location: text,
    linked_in_handle: text,
    profiles: z.array(z.object({ network: text, url: text, username: text })),
    company: text,
    title: text,
    school: text,
    education_info: z.array(educationInfo),
    work_info: z.array(workInfo),
    custom_fields: z.array(
        z.object({
            id: z.string(),
            name: z.string(),
            /** `team` or `project`. */
            scope: text,
            project_id: text,
            value: z.union([z.string(), z.array(z.string())]).nullable(),
            /** `date`, `text`, `single_select` or `multi_select`; others pass. */
            value_type: text,
            value_option_ids: z.array(z.string()).nullable()
        })
    ),
    due_date: z.object({ date: text, user_id: text, note: text }).nullable(),
    project_ids: z.array(z.string()).nullable(),
    sourced_from: text,
    gem_source: text
});
export type CreatedCandidate = z.output<typeof createdCandidate>;
