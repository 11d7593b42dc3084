import type { Integration } from '../integration.ts';
import { atsEndpoints } from '../models/ats-endpoints.ts';
import { createCandidate } from './actions/create-candidate.ts';
import { createNote } from './actions/create-note.ts';
import { getCandidate } from './actions/get-candidate.ts';
import { listNotes } from './actions/list-notes.ts';
import { updateApplication, updateNamedApplication } from './actions/update-application.ts';
import { uploadResume } from './actions/upload-resume.ts';
import { reportFaults } from './errors.ts';
import { applications } from './syncs/applications.ts';
import { candidates } from './syncs/candidates.ts';
import { jobPosts } from './syncs/job-posts.ts';
import { jobStages } from './syncs/job-stages.ts';
import { jobs } from './syncs/jobs.ts';
import { locations } from './syncs/locations.ts';
import { users } from './syncs/users.ts';

export const gem: Integration = {
    syncs: {
        candidates,
        applications,
        jobs,
        'job-posts': jobPosts,
        'job-stages': jobStages,
        locations,
        users
    },
    actions: {
        'get-candidate': getCandidate,
        'create-candidate': createCandidate,
        'upload-resume': uploadResume,
        'create-note': createNote,
        'list-notes': listNotes,
        'update-application': updateApplication,
        'update-named-application': updateNamedApplication
    },
    reportFaults,
    category: atsEndpoints,
    notes: {
        'POST /candidates':
            'Without job_id the candidate is created without an application. With it first_name, last_name and an email address must be there, and Gem keeps only part of the other fields.',
        'POST /candidate-upload-resume': 'A repeat after a lost response ends with outcome_unknown: Gem lists resumes without their ids.',
        'GET /candidate-notes': 'The author has an id, but no name.',
        'GET /job-posts': 'A job post that was deleted is noticed once a day.',
        'GET /users': 'Where the customer has no applicant tracking at Gem, users have only id, name and email.'
    }
};
