import type { atsSchemas } from '@patchbay/integrations/models';
import type { z } from 'zod';
import { exampleTimes } from './example.ts';

type Schemas = typeof atsSchemas;
type Output<Name extends keyof Schemas> = z.output<Schemas[Name]>;
type Input<Name extends keyof Schemas> = z.input<Schemas[Name]>;

const { created, updated } = exampleTimes;
const ids = {
    candidate: 'Y2FuZDo0NzEx',
    application: 'YXBwOjgxNQ',
    job: 'am9iOjMx',
    user: 'dXNyOjEy',
    office: 'b2ZmOjQ',
    source: 'c3JjOjk'
};

const ines: Output<'UserLite'> = { id: ids.user, name: 'Ines Moreau', first_name: 'Ines', last_name: 'Moreau', employee_id: 'E-204' };
const lyon: Output<'Location'> = {
    id: ids.office,
    name: 'Lyon',
    location: { name: 'Lyon, France' },
    parent_id: null,
    child_ids: [],
    parent_office_external_id: null,
    child_office_external_ids: [],
    deleted_at: null
};
const engineering: Output<'Department'> = {
    id: 'ZGVwOjI',
    name: 'Engineering',
    parent_id: null,
    child_ids: [],
    parent_department_external_id: null,
    child_department_external_ids: [],
    deleted_at: null
};
const application: Output<'Application'> = {
    id: ids.application,
    candidate_id: ids.candidate,
    applied_at: '2026-01-12T08:15:00.000Z',
    rejected_at: null,
    last_activity_at: updated,
    source: { id: ids.source, public_name: 'Referral' },
    credited_to: ids.user,
    rejection_reason: null,
    jobs: [{ id: ids.job, name: 'Backend engineer' }],
    job_post_id: 'cG9zdDo3',
    status: 'active',
    current_stage: { id: 'c3RnOjM', name: 'Interview' },
    sync_token: null,
    deleted_at: null,
    custom_fields: {}
};
const candidate: Output<'Candidate'> = {
    id: ids.candidate,
    name: 'Tomás Rivera',
    first_name: 'Tomás',
    last_name: 'Rivera',
    company: 'Lumen Freight',
    title: 'Software engineer',
    attachments: [],
    phone_numbers: [{ type: 'mobile', value: '+33 1 99 00 12 34' }],
    email_addresses: [{ type: 'personal', value: 'tomas.rivera@example.com', is_primary: true }],
    social_media_addresses: [],
    tags: ['referral'],
    educations: [
        { id: 'ZWR1OjE', school_name: 'INSA Lyon', degree: 'MSc', discipline: 'Computer science', start_date: '2014', end_date: '2019' }
    ],
    employments: [{ id: 'ZW1wOjE', company_name: 'Lumen Freight', title: 'Software engineer', start_date: '2019-09', end_date: null }],
    linked_user_ids: [],
    created_at: '2026-01-12T08:15:00.000Z',
    updated_at: updated,
    last_activity: updated,
    deleted_at: null,
    is_private: false,
    applications: [application],
    application_ids: [ids.application],
    custom_fields: {}
};
const note: Output<'Note'> = {
    id: 'bm90ZTo1',
    created_at: updated,
    body: 'Prefers to be called in the afternoon.',
    user: ines,
    private: true,
    visibility: 'private'
};

/** One of each model. */
export const atsRecords = {
    Application: application,
    Candidate: candidate,
    CreatedCandidate: {
        id: ids.candidate,
        created_at: updated,
        created_by: ids.user,
        last_updated_at: null,
        candidate_greenhouse_id: null,
        first_name: 'Tomás',
        last_name: 'Rivera',
        nickname: null,
        weblink: 'https://ats.example.com/candidates/4711',
        emails: [{ email_address: 'tomas.rivera@example.com', is_primary: true }],
        phone_number: null,
        location: 'Lyon',
        linked_in_handle: null,
        profiles: [],
        company: 'Lumen Freight',
        title: 'Software engineer',
        school: null,
        education_info: [],
        work_info: [],
        custom_fields: [],
        due_date: null,
        project_ids: [],
        sourced_from: null,
        gem_source: null
    } satisfies Output<'CreatedCandidate'>,
    Job: {
        id: ids.job,
        name: 'Backend engineer',
        requisition_id: 'REQ-118',
        confidential: false,
        status: 'open',
        created_at: created,
        opened_at: created,
        closed_at: null,
        deleted_at: null,
        updated_at: updated,
        is_template: false,
        departments: [engineering],
        offices: [lyon],
        hiring_team: { hiring_managers: [ines], recruiters: [], coordinators: [], sourcers: null },
        custom_fields: {}
    } satisfies Output<'Job'>,
    JobPost: {
        id: 'cG9zdDo3',
        title: 'Backend engineer (Lyon)',
        active: true,
        live: true,
        first_published_at: created,
        job_id: ids.job,
        content: '<p>You build what moves our parcels.</p>',
        created_at: created,
        updated_at: updated,
        deleted_at: null
    } satisfies Output<'JobPost'>,
    JobStage: {
        id: 'c3RnOjM',
        name: 'Interview',
        created_at: created,
        updated_at: updated,
        deleted_at: null,
        active: true,
        job_id: ids.job,
        job_ids: [ids.job],
        priority: 2,
        interviews: [
            {
                id: 'aW50OjE',
                name: 'Technical interview',
                schedulable: true,
                estimated_minutes: 60,
                default_interviewer_users: [ines],
                interview_kit: { id: 'a2l0OjE', content: null, questions: [{ id: 'cXVlOjE', name: 'Design a rate limiter.' }] },
                deleted_at: null,
                job_stage_interview_item_id: null
            }
        ]
    } satisfies Output<'JobStage'>,
    Location: lyon,
    Note: note,
    Resume: {
        id: 'cmVzOjE',
        candidate_id: ids.candidate,
        created_at: updated,
        user_id: ids.user,
        filename: 'tomas-rivera.pdf',
        download_url: 'https://files.example.com/tomas-rivera.pdf'
    } satisfies Output<'Resume'>,
    User: {
        id: ids.user,
        name: 'Ines Moreau',
        email: 'ines.moreau@example.com',
        first_name: 'Ines',
        last_name: 'Moreau',
        employee_id: 'E-204',
        emails: ['ines.moreau@example.com'],
        disabled: false,
        site_admin: false,
        linked_candidate_ids: [],
        offices: [lyon],
        departments: [engineering],
        created_at: created,
        updated_at: updated,
        deleted_at: null
    } satisfies Output<'User'>
};

/** Not every provider has a request for one of these: their examples read it as it is stored. */
export const onlyStored: ReadonlySet<string> = new Set(['Application', 'Job', 'JobPost', 'JobStage', 'Location', 'User']);

/** What each operation takes, by its id. */
export const atsInputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    createCandidate: {
        created_by: ids.user,
        first_name: 'Tomás',
        last_name: 'Rivera',
        emails: [{ email_address: 'tomas.rivera@example.com', is_primary: true }],
        company: 'Lumen Freight',
        title: 'Software engineer',
        location: 'Lyon'
    } satisfies Input<'CreateCandidate'>,
    uploadResume: {
        candidate_id: ids.candidate,
        user_id: ids.user,
        resume_file: 'JVBERi0xLjcKJeLjz9M=',
        filename: 'tomas-rivera.pdf'
    } satisfies Input<'ResumeUpload'>,
    createCandidateNote: {
        candidate_id: ids.candidate,
        user_id: ids.user,
        body: note.body,
        visibility: 'private'
    } satisfies Input<'CreateNote'>,
    listCandidateNotes: { candidate_id: ids.candidate },
    updateApplication: { source_id: ids.source } satisfies Input<'ApplicationChange'>,
    updateNamedApplication: { application_id: ids.application, source_id: ids.source } satisfies Input<'NamedApplicationChange'>
};
