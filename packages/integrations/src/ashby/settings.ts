import { z } from 'zod';
import { connectionSettings } from '../settings.ts';

export const ashbySettings = connectionSettings(
    ['Candidate', 'Application', 'Job', 'JobStage', 'Location', 'User'],
    {
        Application: z
            .strictObject({ jobId: z.string().optional(), status: z.enum(['Active', 'Hired', 'Archived', 'Lead']).optional() })
            .optional()
    },
    ['Candidate', 'Application', 'Job']
);
