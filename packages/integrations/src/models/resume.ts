import { z } from 'zod';

/** A resume that a vendor has accepted. */
export const resume = z.object({
    id: z.string().min(1),
    candidate_id: z.string().min(1),
    created_at: z.iso.datetime(),
    user_id: z.string().nullable(),
    filename: z.string(),
    /** Signed and short-lived; null where the vendor gives none. */
    download_url: z.string().nullable()
});
export type Resume = z.output<typeof resume>;

/** As JSON. */
export const resumeUpload = z.strictObject({
    candidate_id: z.string().min(1),
    /** Who uploads it. */
    user_id: z.string().min(1),
    /** Base64, or a `data:` URL. */
    resume_file: z.string(),
    /** Ends with `.pdf`, `.doc` or `.docx`. Absent: named after what the file is. */
    filename: z.string().min(1).optional(),
    content_type: z.string().optional()
});

/** As the parts of a form; the file is a part with a name. */
export const resumeForm = resumeUpload
    .pick({ candidate_id: true, user_id: true })
    .extend({ resume_file: z.string().meta({ contentMediaType: 'application/octet-stream' }) });

/** As JSON, or as the parts of a form with the file's bytes. */
export const resumeUploadInput = resumeUpload.extend({ resume_file: z.union([z.string(), z.instanceof(Uint8Array)]) });
export type ResumeUploadInput = z.output<typeof resumeUploadInput>;
