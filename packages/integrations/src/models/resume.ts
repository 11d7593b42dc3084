import { z } from 'zod';

/** A resume that a vendor has accepted. */
export const resume = z.object({
    id: z.string().min(1).describe('Id of the resume.'),
    candidate_id: z.string().min(1).describe('Id of the candidate.'),
    created_at: z.iso.datetime().describe('When it was uploaded, ISO 8601 in UTC.'),
    user_id: z.string().nullable().describe('Id of the user who uploaded it; null where the provider does not say.'),
    filename: z.string().describe('Name of the file.'),
    download_url: z.string().nullable().describe('Address of the file, signed and short-lived; null where the provider gives none.')
});
export type Resume = z.output<typeof resume>;

/** As JSON. */
export const resumeUpload = z.strictObject({
    candidate_id: z.string().min(1).describe('Id of the candidate.'),
    user_id: z.string().min(1).describe('Id of the user who uploads it.'),
    resume_file: z.string().describe('The file, of at most 2 MiB: its base64, or a `data:` URL of it.'),
    filename: z
        .string()
        .min(1)
        .optional()
        .describe('Name of the file, which ends with `.pdf`, `.doc` or `.docx`; absent: named after what the file is.'),
    content_type: z.string().optional().describe('Media type of the file.')
});

/** As the parts of a form; the file is a part with a name. */
export const resumeForm = resumeUpload.pick({ candidate_id: true, user_id: true }).extend({
    resume_file: z
        .string()
        .meta({ contentMediaType: 'application/octet-stream' })
        .describe('The file, of at most 2 MiB, as a part with a file name that ends with `.pdf`, `.doc` or `.docx`.')
});

/** As JSON, or as the parts of a form with the file's bytes. */
export const resumeUploadInput = resumeUpload.extend({ resume_file: z.union([z.string(), z.instanceof(Uint8Array)]) });
export type ResumeUploadInput = z.output<typeof resumeUploadInput>;
