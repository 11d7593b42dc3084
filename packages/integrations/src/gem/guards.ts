import { z } from 'zod';

// Only what a record can't be made without is required: Gem documents little of it.
// One check: a candidate has dozens of ids, and a union of two takes three times as long.
const id = z.transform((value: unknown, context): string => {
    if ((typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value))) return String(value);
    context.addIssue({ code: 'custom', message: 'Must be an id: a string or a number.' });
    return z.NEVER;
});
const text = z.string().nullish();
const flag = z.boolean().nullish();
const ids = z.array(id).nullish();
/** Since 1970, as far as a date of JavaScript goes. */
const unixTime = z.number().min(-8.64e12).max(8.64e12);
const seconds = unixTime.nullish();
const named = z.object({ id, name: z.string() });

export const gemUserLite = z.object({ id, name: text, first_name: text, last_name: text, employee_id: text });
export type GemUserLite = z.output<typeof gemUserLite>;

const customFieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number(), z.boolean()]))]).nullish();
const customField = z.object({ id: id.nullish(), name: text, value: customFieldValue });
export type GemCustomField = z.output<typeof customField>;
const customFields = z.array(customField).nullish();

export const gemOffice = z.object({
    id,
    name: z.string(),
    location: z.object({ name: text }).nullish(),
    parent_id: id.nullish(),
    child_ids: ids,
    parent_office_external_id: text,
    child_office_external_ids: ids,
    deleted_at: text
});
export type GemOffice = z.output<typeof gemOffice>;

export const gemDepartment = z.object({
    id,
    name: z.string(),
    parent_id: id.nullish(),
    child_ids: ids,
    parent_department_external_id: text,
    child_department_external_ids: ids,
    deleted_at: text
});
export type GemDepartment = z.output<typeof gemDepartment>;

export const gemApplication = z.object({
    id,
    candidate_id: id,
    applied_at: text,
    rejected_at: text,
    last_activity_at: text,
    source: z.object({ id, public_name: z.string() }).nullish(),
    credited_to: z.union([id, z.object({ id })]).nullish(),
    rejection_reason: z.object({ id, name: z.string(), type: named.nullish() }).nullish(),
    jobs: z.array(named).nullish(),
    job_post_id: id.nullish(),
    status: z.string(),
    current_stage: named.nullish(),
    deleted_at: text,
    custom_fields: customFields
});
export type GemApplication = z.output<typeof gemApplication>;

export const gemCandidate = z.object({
    id,
    first_name: text,
    last_name: text,
    company: text,
    title: text,
    attachments: z.array(z.object({ filename: z.string(), url: z.string(), type: z.string(), created_at: text })).nullish(),
    phone_numbers: z.array(z.object({ type: text, value: z.string() })).nullish(),
    email_addresses: z.array(z.object({ type: text, value: z.string(), is_primary: flag })).nullish(),
    social_media_addresses: z.array(z.object({ value: z.string() })).nullish(),
    tags: z.array(z.string()).nullish(),
    educations: z.array(z.object({ id, school_name: text, degree: text, discipline: text, start_date: text, end_date: text })).nullish(),
    employments: z.array(z.object({ id, company_name: text, title: text, start_date: text, end_date: text })).nullish(),
    linked_user_ids: ids,
    created_at: z.string(),
    updated_at: text,
    last_activity: text,
    deleted_at: text,
    is_private: flag,
    applications: z.array(gemApplication).nullish(),
    application_ids: ids,
    custom_fields: customFields
});
export type GemCandidate = z.output<typeof gemCandidate>;

const hiringTeam = z.array(gemUserLite).nullish();

export const gemJob = z.object({
    id,
    name: z.string(),
    requisition_id: id.nullish(),
    confidential: flag,
    status: z.string(),
    created_at: z.string(),
    opened_at: text,
    closed_at: text,
    deleted_at: text,
    updated_at: text,
    is_template: flag,
    departments: z.array(gemDepartment).nullish(),
    offices: z.array(gemOffice).nullish(),
    hiring_team: z
        .looseObject({ hiring_managers: hiringTeam, recruiters: hiringTeam, coordinators: hiringTeam, sourcers: hiringTeam })
        .nullish(),
    custom_fields: customFields
});
export type GemJob = z.output<typeof gemJob>;

export const gemJobPost = z.object({
    id,
    title: z.string(),
    active: flag,
    live: flag,
    first_published_at: text,
    job_id: id.nullish(),
    content: text,
    created_at: z.string(),
    updated_at: text,
    deleted_at: text
});
export type GemJobPost = z.output<typeof gemJobPost>;

export const gemJobStage = z.object({
    id,
    name: z.string(),
    created_at: text,
    updated_at: text,
    deleted_at: text,
    active: flag,
    job_id: id,
    priority: z.number(),
    interviews: z
        .array(
            z.object({
                id,
                name: z.string(),
                schedulable: flag,
                estimated_minutes: z.number().nullish(),
                default_interviewer_users: z.array(gemUserLite).nullish(),
                interview_kit: z
                    .looseObject({ id, content: text, questions: z.array(z.object({ id, name: z.string() })).nullish() })
                    .nullish(),
                deleted_at: text,
                job_stage_interview_item_id: id.nullish()
            })
        )
        .nullish()
});
export type GemJobStage = z.output<typeof gemJobStage>;

export const gemUser = gemUserLite.extend({
    primary_email_address: text,
    emails: z.array(z.string()).nullish(),
    disabled: flag,
    site_admin: flag,
    linked_candidate_ids: ids,
    offices: z.array(gemOffice).nullish(),
    departments: z.array(gemDepartment).nullish(),
    created_at: text,
    updated_at: text,
    deleted_at: text
});
export type GemUser = z.output<typeof gemUser>;

/** A user as `/v0` has it. */
export const gemTeamUser = z.object({ id, name: z.string(), email: text });
export type GemTeamUser = z.output<typeof gemTeamUser>;

export const gemNote = z.object({
    id,
    created_at: z.string(),
    body: z.string(),
    user: gemUserLite.nullish(),
    visibility: text,
    private: flag
});
export type GemNote = z.output<typeof gemNote>;

/** A note as `/v0` has it. */
export const gemTeamNote = z.object({
    id,
    created_at: seconds,
    timestamp: seconds,
    content: z.string(),
    user_id: id.nullish(),
    is_private: flag
});
export type GemTeamNote = z.output<typeof gemTeamNote>;

export const gemResume = z.object({
    id,
    candidate_id: id,
    created_at: unixTime,
    user_id: id.nullish(),
    filename: z.string(),
    download_url: text
});
export type GemResume = z.output<typeof gemResume>;

/** A candidate as `/v0` has it. */
export const gemTeamCandidate = z.object({
    id,
    created_at: unixTime,
    created_by: id,
    last_updated_at: seconds,
    candidate_greenhouse_id: id.nullish(),
    first_name: text,
    last_name: text,
    nickname: text,
    weblink: text,
    emails: z.array(z.object({ email_address: z.string(), is_primary: flag })).nullish(),
    phone_number: text,
    location: text,
    linked_in_handle: text,
    profiles: z.array(z.object({ network: text, url: text, username: text })).nullish(),
    company: text,
    title: text,
    school: text,
    education_info: z
        .array(
            z.object({
                school: text,
                parsed_university: text,
                parsed_school: text,
                start_date: text,
                end_date: text,
                field_of_study: text,
                parsed_major_1: text,
                parsed_major_2: text,
                degree: text
            })
        )
        .nullish(),
    work_info: z.array(z.object({ company: text, title: text, work_start_date: text, work_end_date: text, is_current: flag })).nullish(),
    custom_fields: z
        .array(
            z.object({
                id,
                name: z.string(),
                scope: text,
                project_id: id.nullish(),
                value: z.union([z.string(), z.array(z.string())]).nullish(),
                value_type: text,
                value_option_ids: ids
            })
        )
        .nullish(),
    due_date: z.object({ date: text, user_id: id.nullish(), note: text }).nullish(),
    project_ids: ids,
    sourced_from: text,
    gem_source: text
});
export type GemTeamCandidate = z.output<typeof gemTeamCandidate>;
