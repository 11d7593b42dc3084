import { candidate } from '../../models/candidate.ts';
import { gemCandidate } from '../guards.ts';
import { toCandidate } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const candidates = listingSync({
    description: 'Candidates with their applications, and what changed of them',
    model: 'Candidate',
    schema: candidate,
    path: '/candidates',
    group: 'Candidates',
    volatile: ['attachments.*.url'],
    listing: {
        endpoint: '/ats/v0/candidates/',
        // Some are large: their applications are in them.
        page: { sizeName: 'per_page', size: 500, smaller: 100 },
        since: 'updated_after',
        includesDeleted: true,
        guard: gemCandidate,
        toRecord: toCandidate
    }
});
