import { z } from 'zod';

const text = z.string().nullable();

export const email = z.object({
    email_address: z.string().describe('Email address.'),
    is_primary: z.boolean().describe('Whether it is the primary one.')
});

export const educationInfo = z.object({
    school: text.describe('Name of the school; null for none.'),
    parsed_university: text.describe('University that the provider reads from it; null for none.'),
    parsed_school: text.describe('School of the university that the provider reads from it; null for none.'),
    start_date: text.describe('Date or year of the start as the provider has it; null for none.'),
    end_date: text.describe('Date or year of the end as the provider has it; null for none.'),
    field_of_study: text.describe('Field of study; null for none.'),
    parsed_major_1: text.describe('First major that the provider reads from it; null for none.'),
    parsed_major_2: text.describe('Second major that the provider reads from it; null for none.'),
    degree: text.describe('Degree; null for none.')
});

export const workInfo = z.object({
    company: text.describe('Name of the company; null for none.'),
    title: text.describe('Title of the position; null for none.'),
    work_start_date: text.describe('Date or year of the start as the provider has it; null for none.'),
    work_end_date: text.describe('Date or year of the end as the provider has it; null for none.'),
    is_current: z.boolean().nullable().describe('Whether the candidate still works there; null where that is not known.')
});

const profile = z.object({
    network: text.describe('Network as the provider names it, such as `linkedin`; null for none.'),
    url: text.describe('Address of the profile; null for none.'),
    username: text.describe('Name of the candidate in the network; null for none.')
});

const customField = z.object({
    id: z.string().describe('Id of the field.'),
    name: z.string().describe('Name of the field.'),
    scope: text.describe('`team`: a field of all candidates, or `project`: of those in a project; null where the provider does not say.'),
    project_id: text.describe('Id of the project that the field belongs to; null for none.'),
    value: z
        .union([z.string(), z.array(z.string())])
        .nullable()
        .describe('Value: text, a date as YYYY-MM-DD, or a list of texts with `value_type` `multi_select`; null for none.'),
    value_type: text.describe('`date`, `text`, `single_select` or `multi_select`; others pass as the provider names them.'),
    value_option_ids: z.array(z.string()).nullable().describe('Ids of the options that are chosen; null for fields without options.')
});

/** A candidate as its creation responds; `GET /candidates` has it in the model `Candidate`. */
export const createdCandidate = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    created_at: z.iso.datetime().describe('When it was created at the provider, ISO 8601 in UTC.'),
    created_by: z.string().min(1).describe('Id of the user who created it.'),
    last_updated_at: z.iso
        .datetime()
        .nullable()
        .describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    candidate_greenhouse_id: text.describe('Id of the candidate at Greenhouse; null for none.'),
    first_name: text.describe('First name; null for none.'),
    last_name: text.describe('Last name; null for none.'),
    nickname: text.describe('Nickname; null for none.'),
    weblink: text.describe('Address of its page at the provider; null for none.'),
    emails: z.array(email).describe('Email addresses.'),
    phone_number: text.describe('Phone number as the provider has it; null for none.'),
    location: text.describe('Place where the candidate lives; null for none.'),
    linked_in_handle: text.describe('Name at LinkedIn, the end of the address of the profile; null for none.'),
    profiles: z.array(profile).describe('Profiles in networks.'),
    company: text.describe('Company that the candidate works at; null for none.'),
    title: text.describe('Title of the current position; null for none.'),
    school: text.describe('Name of the last school; null for none.'),
    education_info: z.array(educationInfo).describe('Where the candidate studied.'),
    work_info: z.array(workInfo).describe('Where the candidate worked.'),
    custom_fields: z.array(customField).describe("The provider's own fields."),
    due_date: z
        .object({
            date: text.describe('Date when it is due, YYYY-MM-DD; null for none.'),
            user_id: text.describe('Id of the user who is to do it; null for none.'),
            note: text.describe('What is to be done; null for none.')
        })
        .nullable()
        .describe('What is to be done about the candidate, and when; null for nothing.'),
    project_ids: z.array(z.string()).nullable().describe('Ids of the projects that the candidate is in; null where the provider has none.'),
    sourced_from: text.describe('Tool that the candidate was found with; null for none.'),
    gem_source: text.describe('How the candidate came to Gem, as Gem names it; null for none, and at other providers.')
});
export type CreatedCandidate = z.output<typeof createdCandidate>;
