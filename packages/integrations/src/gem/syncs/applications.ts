import { application } from '../../models/application.ts';
import { gemApplication } from '../guards.ts';
import { toApplication } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const applications = listingSync({
    description: 'Applications, and those with new activity',
    model: 'Application',
    schema: application,
    path: '/applications',
    group: 'Applications',
    listing: {
        endpoint: '/ats/v0/applications/',
        page: { sizeName: 'per_page', size: 500 },
        since: 'last_activity_after',
        includesDeleted: true,
        guard: gemApplication,
        toRecord: toApplication
    }
});
