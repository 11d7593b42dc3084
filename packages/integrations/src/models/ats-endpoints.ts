import type { z } from 'zod';
import type { UnifiedEndpoint } from '../endpoints.ts';
import { applicationChange, namedApplicationChange } from './application-update.ts';
import { application } from './application.ts';
import { atsUser } from './ats-user.ts';
import { candidateInput } from './candidate-input.ts';
import { candidate } from './candidate.ts';
import { createdCandidate } from './created-candidate.ts';
import { jobPost } from './job-post.ts';
import { jobStage } from './job-stage.ts';
import { job } from './job.ts';
import { location } from './location.ts';
import { note, noteInput, noteList, noteListInput } from './note.ts';
import { resume, resumeUpload } from './resume.ts';

interface Group {
    model: string;
    record: z.ZodObject;
    group: string;
    path: string;
    /** In a sentence. */
    one: string;
    many?: string;
}

/** The list of a model, and the read of one of them. */
function readsOf({ model, record, group, path, one, many }: Group): UnifiedEndpoint[] {
    const common = { model, record, group, method: 'GET', input: null, output: record } as const;
    const list = { id: `list${group.replaceAll(' ', '')}`, kind: 'list', path, summary: `List ${many ?? `${one}s`}` } as const;
    const article = /^[aeio]/.test(one) ? 'an' : 'a';
    const get = { id: `get${model}`, kind: 'get', path: `${path}/{id}`, summary: `Get ${article} ${one}` } as const;
    return [
        { ...common, ...list },
        { ...common, ...get }
    ];
}

const write = { kind: 'write', method: 'POST' } as const;
const noteModel = { group: 'Candidates', model: 'Note', record: note, path: '/candidate-notes' } as const;
const sourceOfApplication = {
    ...write,
    method: 'PATCH',
    group: 'Applications',
    model: 'Application',
    record: application,
    output: application
} as const;

/** Applicant tracking. */
export const atsEndpoints: readonly UnifiedEndpoint[] = [
    ...readsOf({ model: 'Candidate', record: candidate, group: 'Candidates', path: '/candidates', one: 'candidate' }),
    {
        ...write,
        id: 'createCandidate',
        path: '/candidates',
        group: 'Candidates',
        summary: 'Create a candidate',
        model: 'CreatedCandidate',
        record: createdCandidate,
        input: candidateInput,
        output: createdCandidate
    },
    {
        ...write,
        id: 'uploadResume',
        path: '/candidate-upload-resume',
        group: 'Candidates',
        summary: 'Upload a resume',
        model: 'Resume',
        record: resume,
        input: resumeUpload,
        output: resume
    },
    { ...write, ...noteModel, id: 'createCandidateNote', summary: 'Add a note to a candidate', input: noteInput, output: note },
    {
        ...noteModel,
        id: 'listCandidateNotes',
        kind: 'read',
        method: 'GET',
        summary: 'List the notes of a candidate',
        input: noteListInput,
        output: noteList
    },
    ...readsOf({ model: 'Application', record: application, group: 'Applications', path: '/applications', one: 'application' }),
    {
        ...sourceOfApplication,
        id: 'updateApplication',
        path: '/applications/{id}',
        summary: 'Change the source of an application',
        input: applicationChange
    },
    {
        ...sourceOfApplication,
        id: 'updateNamedApplication',
        path: '/application',
        summary: 'Change the source of an application that the body names',
        input: namedApplicationChange,
        idName: 'application_id'
    },
    ...readsOf({ model: 'JobPost', record: jobPost, group: 'Job Posts', path: '/job-posts', one: 'job post' }),
    ...readsOf({
        model: 'JobStage',
        record: jobStage,
        group: 'Job Stages',
        path: '/job-stages',
        one: 'stage of a job',
        many: 'the stages of jobs'
    }),
    ...readsOf({ model: 'Job', record: job, group: 'Jobs', path: '/jobs', one: 'job' }),
    ...readsOf({ model: 'Location', record: location, group: 'Locations', path: '/locations', one: 'location' }),
    ...readsOf({ model: 'User', record: atsUser, group: 'Users', path: '/users', one: 'user' })
];
