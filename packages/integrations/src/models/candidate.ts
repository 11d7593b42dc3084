import { z } from 'zod';
import { application } from './application.ts';
import { customFields } from './custom-fields.ts';

export const candidate = z.object({
    id: z.string().min(1),
    /** In full. Vendors that know only this have first and last name guessed from it. */
    name: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    company: z.string().nullable(),
    title: z.string().nullable(),
    attachments: z.array(
        z.object({
            filename: z.string(),
            /** Signed and short-lived: another one each time. Null where the vendor lists none. */
            url: z.string().nullable(),
            /** `resume` or `cover_letter`; others pass as the vendor names them. */
            type: z.string(),
            created_at: z.iso.datetime().nullable()
        })
    ),
    phone_numbers: z.array(z.object({ type: z.string().nullable(), value: z.string() })),
    email_addresses: z.array(z.object({ type: z.string().nullable(), value: z.string(), is_primary: z.boolean() })),
    social_media_addresses: z.array(z.object({ value: z.string() })),
    tags: z.array(z.string()),
    educations: z.array(
        z.object({
            id: z.string(),
            school_name: z.string().nullable(),
            degree: z.string().nullable(),
            discipline: z.string().nullable(),
            start_date: z.string().nullable(),
            end_date: z.string().nullable()
        })
    ),
    employments: z.array(
        z.object({
            id: z.string(),
            company_name: z.string().nullable(),
            title: z.string().nullable(),
            start_date: z.string().nullable(),
            end_date: z.string().nullable()
        })
    ),
    linked_user_ids: z.array(z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().nullable(),
    last_activity: z.iso.datetime().nullable(),
    deleted_at: z.iso.datetime().nullable(),
    is_private: z.boolean(),
    /** Empty with vendors that list them apart; `application_ids` has them. */
    applications: z.array(application),
    application_ids: z.array(z.string()),
    custom_fields: customFields
});
export type Candidate = z.output<typeof candidate>;
