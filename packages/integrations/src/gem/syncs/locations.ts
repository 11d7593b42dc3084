import { location } from '../../models/location.ts';
import { gemOffice } from '../guards.ts';
import { toLocation } from '../map-organization.ts';
import { listingSync } from './listing-sync.ts';

export const locations = listingSync({
    description: 'Locations, all of them each time',
    model: 'Location',
    schema: location,
    path: '/locations',
    group: 'Locations',
    listing: {
        endpoint: '/ats/v0/offices/',
        page: { sizeName: 'per_page', size: 500 },
        since: null,
        includesDeleted: false,
        guard: gemOffice,
        toRecord: toLocation
    }
});
