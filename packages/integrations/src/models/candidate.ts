import { z } from 'zod';
import { application } from './application.ts';
import { customFields } from './custom-fields.ts';

const text = z.string().nullable();
const time = z.iso.datetime();
const startDate = text.describe('Date or year of the start as the provider has it; null for none.');
const endDate = text.describe('Date or year of the end as the provider has it; null for none.');

const attachment = z.object({
    filename: z.string().describe('Name of the file.'),
    url: text.describe('Address of the file, signed and short-lived: another one each time; null where the provider lists none.'),
    type: z.string().describe('`resume` or `cover_letter`; others pass as the provider names them.'),
    created_at: time.nullable().describe('When it was attached, ISO 8601 in UTC; null where the provider does not say.')
});

export const candidate = z.object({
    id: z.string().min(1).describe('Id at the provider.'),
    name: text.describe('Full name; null for none.'),
    first_name: text.describe('First name, guessed where the provider has the full name only; null for none.'),
    last_name: text.describe('Last name, guessed where the provider has the full name only; null for none.'),
    company: text.describe('Company that the candidate works at; null for none.'),
    title: text.describe('Title of the current position; null for none.'),
    attachments: z.array(attachment).describe('Files attached to the candidate.'),
    phone_numbers: z
        .array(
            z.object({
                type: text.describe('Kind of the number as the provider names it, such as `mobile`; null for none.'),
                value: z.string().describe('Phone number as the provider has it.')
            })
        )
        .describe('Phone numbers.'),
    email_addresses: z
        .array(
            z.object({
                type: text.describe('Kind of the address as the provider names it, such as `work`; null for none.'),
                value: z.string().describe('Email address.'),
                is_primary: z.boolean().describe('Whether it is the primary one.')
            })
        )
        .describe('Email addresses.'),
    social_media_addresses: z
        .array(z.object({ value: z.string().describe('Address of the profile.') }))
        .describe('Profiles on social media.'),
    tags: z.array(z.string()).describe('Names of the tags of the candidate.'),
    educations: z
        .array(
            z.object({
                id: z.string().describe('Id of the education; that of the candidate where the provider has only one.'),
                school_name: text.describe('Name of the school; null for none.'),
                degree: text.describe('Degree; null for none.'),
                discipline: text.describe('Field of study; null for none.'),
                start_date: startDate,
                end_date: endDate
            })
        )
        .describe('Where the candidate studied.'),
    employments: z
        .array(
            z.object({
                id: z.string().describe('Id of the employment.'),
                company_name: text.describe('Name of the company; null for none.'),
                title: text.describe('Title of the position; null for none.'),
                start_date: startDate,
                end_date: endDate
            })
        )
        .describe('Where the candidate worked.'),
    linked_user_ids: z.array(z.string()).describe('Ids of the users that are the same person.'),
    created_at: time.describe('When it was created at the provider, ISO 8601 in UTC.'),
    updated_at: time
        .nullable()
        .describe('When it was last changed at the provider, ISO 8601 in UTC; null where the provider does not say.'),
    last_activity: time.nullable().describe('When something last happened to it, ISO 8601 in UTC; null where the provider does not say.'),
    deleted_at: time.nullable().describe('When it was deleted at the provider, ISO 8601 in UTC; null if it was not.'),
    is_private: z.boolean().describe('Whether only some users see it at the provider.'),
    applications: z
        .array(application)
        .describe('Applications of the candidate; empty with providers that list them apart, whose ids `application_ids` has.'),
    application_ids: z.array(z.string()).describe('Ids of all applications of the candidate.'),
    custom_fields: customFields
});
export type Candidate = z.output<typeof candidate>;
