import type { UnifiedEndpoint } from '../endpoints.ts';

/** Applicant tracking. */
export const atsEndpoints: readonly UnifiedEndpoint[] = [
    { method: 'GET', path: '/candidates', group: 'Candidates', summary: 'List candidates', model: 'Candidate' },
    { method: 'POST', path: '/candidates', group: 'Candidates', summary: 'Create a candidate', model: 'CreatedCandidate' },
    { method: 'POST', path: '/candidate-upload-resume', group: 'Candidates', summary: 'Upload a resume', model: 'Resume' },
    { method: 'POST', path: '/candidate-notes', group: 'Candidates', summary: 'Add a note to a candidate', model: 'Note' },
    { method: 'GET', path: '/candidate-notes', group: 'Candidates', summary: 'List the notes of a candidate', model: 'Note' },
    { method: 'GET', path: '/applications', group: 'Applications', summary: 'List applications', model: 'Application' },
    {
        method: 'PATCH',
        path: '/applications/{id}',
        group: 'Applications',
        summary: 'Change the source of an application',
        model: 'Application'
    },
    {
        method: 'PATCH',
        path: '/application',
        group: 'Applications',
        summary: 'Change the source of an application that the body names',
        model: 'Application'
    },
    { method: 'GET', path: '/job-posts', group: 'Job Posts', summary: 'List job posts', model: 'JobPost' },
    { method: 'GET', path: '/job-stages', group: 'Job Stages', summary: 'List the stages of jobs', model: 'JobStage' },
    { method: 'GET', path: '/jobs', group: 'Jobs', summary: 'List jobs', model: 'Job' },
    { method: 'GET', path: '/locations', group: 'Locations', summary: 'List locations', model: 'Location' },
    { method: 'GET', path: '/users', group: 'Users', summary: 'List users', model: 'User' }
];
