import { z } from 'zod';
import { connectionSettings } from '../settings.ts';

const time = z.iso.datetime({ offset: true }).optional();

export const gemSettings = connectionSettings(
    ['Candidate', 'Application', 'Job', 'JobPost', 'JobStage', 'Location', 'User'],
    {
        Candidate: z.strictObject({ job_id: z.string().optional(), created_after: time }).optional(),
        Application: z
            .strictObject({
                job_id: z.string().optional(),
                status: z.enum(['active', 'rejected', 'hired']).optional(),
                created_after: time
            })
            .optional(),
        Job: z
            .strictObject({
                status: z.enum(['open', 'closed', 'draft', 'pending_approval', 'approved']).optional(),
                department_id: z.string().optional(),
                office_id: z.string().optional()
            })
            .optional(),
        JobPost: z.strictObject({ live: z.boolean().optional(), active: z.boolean().optional() }).optional()
    },
    ['Candidate', 'Application', 'Job']
);
