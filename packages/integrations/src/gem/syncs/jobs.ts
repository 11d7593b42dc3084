import { job } from '../../models/job.ts';
import { gemJob } from '../guards.ts';
import { toJob } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const jobs = listingSync({
    description: 'Jobs and templates of jobs, and what changed of them',
    model: 'Job',
    schema: job,
    path: '/jobs',
    group: 'Jobs',
    listing: {
        endpoint: '/ats/v0/jobs/',
        page: { sizeName: 'per_page', size: 500 },
        since: 'updated_after',
        includesDeleted: true,
        guard: gemJob,
        toRecord: toJob
    }
});
