import { jobStage } from '../../models/job-stage.ts';
import { gemJobStage } from '../guards.ts';
import { toJobStage } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const jobStages = listingSync({
    description: 'The stages of jobs with their interviews, and what changed of them',
    model: 'JobStage',
    schema: jobStage,
    path: '/job-stages',
    group: 'Job Stages',
    listing: {
        endpoint: '/ats/v0/job_stages/',
        page: { sizeName: 'per_page', size: 500 },
        since: 'updated_after',
        includesDeleted: true,
        guard: gemJobStage,
        toRecord: toJobStage
    }
});
