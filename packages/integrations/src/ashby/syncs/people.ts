import { application } from '../../models/application.ts';
import { atsUser } from '../../models/ats-user.ts';
import { candidate } from '../../models/candidate.ts';
import { ashbyApplication, ashbyCandidate, ashbyUser } from '../guards.ts';
import { toApplication, toCandidate, toUser } from '../map-records.ts';
import { listingSync } from './listing-sync.ts';

export const candidates = listingSync({
    description: 'Candidates, and what changed of them',
    model: 'Candidate',
    schema: candidate,
    path: '/candidates',
    group: 'Candidates',
    method: 'candidate.list',
    hasSyncToken: true,
    guard: ashbyCandidate,
    prepare: async () => toCandidate
});

export const applications = listingSync({
    description: 'Applications, and what changed of them',
    model: 'Application',
    schema: application,
    path: '/applications',
    group: 'Applications',
    method: 'application.list',
    hasSyncToken: true,
    guard: ashbyApplication,
    prepare: async () => toApplication
});

export const users = listingSync({
    description: 'Users, also those that are deactivated',
    model: 'User',
    schema: atsUser,
    path: '/users',
    group: 'Users',
    method: 'user.list',
    body: { includeDeactivated: true },
    hasSyncToken: true,
    guard: ashbyUser,
    prepare: async () => toUser
});
