import { jobPost } from '../../models/job-post.ts';
import { gemJobPost } from '../guards.ts';
import { toJobPost } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const jobPosts = listingSync({
    description: 'Job posts, and what changed of them; once a day all of them, to find those that are gone',
    model: 'JobPost',
    schema: jobPost,
    path: '/job-posts',
    group: 'Job Posts',
    listing: {
        endpoint: '/ats/v0/job_posts/',
        page: { sizeName: 'per_page', size: 500 },
        since: 'updated_after',
        includesDeleted: false,
        guard: gemJobPost,
        toRecord: toJobPost
    }
});
