import type { Integration } from '../integration.ts';
import { atsEndpoints } from '../models/ats-endpoints.ts';
import { createCandidate } from './actions/create-candidate.ts';
import { getApplication, getCandidate, getJob, getJobStage, getLocation, getUser } from './actions/get-one.ts';
import { createNote, listNotes } from './actions/notes.ts';
import { updateApplication, updateNamedApplication } from './actions/update-application.ts';
import { uploadResume } from './actions/upload-resume.ts';
import { reportFaults } from './errors.ts';
import { jobStages, jobs, locations } from './syncs/organization.ts';
import { applications, candidates, users } from './syncs/people.ts';

export const ashby: Integration = {
    syncs: { candidates, applications, jobs, 'job-stages': jobStages, locations, users },
    actions: {
        'get-candidate': getCandidate,
        'get-application': getApplication,
        'get-job': getJob,
        'get-job-stage': getJobStage,
        'get-location': getLocation,
        'get-user': getUser,
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
        'GET /candidates':
            'Ashby knows whole names: first_name and last_name are guessed from name. Attachments have no url, and applications are only in GET /applications. Deletions are noticed once a day.',
        'GET /applications': 'Deletions are noticed once a day.',
        'GET /jobs': 'Deletions are noticed once a day.',
        'GET /job-stages': 'Stages belong to interview plans, which jobs share: job_ids has all of them. Interviews are not listed.',
        'GET /locations': 'Archived locations, and the regions above locations, are not listed: jobs and parent_id may name them.',
        'GET /users': 'Offices and departments of users are not known.',
        'POST /candidates':
            'Takes names, email addresses, phone_number, linked_in_handle, source_id, and job_id with initial_stage_id. Other fields are refused.',
        'POST /candidate-notes': 'The author is the API key, not user_id.',
        'POST /candidate-upload-resume': 'Who uploaded it is not kept, and there is no download_url.'
    }
};
