import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { application } from '../models/application.ts';
import { atsUser } from '../models/ats-user.ts';
import { candidateInput } from '../models/candidate-input.ts';
import { candidate } from '../models/candidate.ts';
import { createdCandidate } from '../models/created-candidate.ts';
import { jobPost } from '../models/job-post.ts';
import { jobStage } from '../models/job-stage.ts';
import { job } from '../models/job.ts';
import { location } from '../models/location.ts';
import { note } from '../models/note.ts';
import { resume } from '../models/resume.ts';
import anApplication from './fixtures/application.json' with { type: 'json' };
import aCandidate from './fixtures/candidate.json' with { type: 'json' };
import aJobPost from './fixtures/job-post.json' with { type: 'json' };
import aJobStage from './fixtures/job-stage.json' with { type: 'json' };
import aJob from './fixtures/job.json' with { type: 'json' };
import aTeamCandidate from './fixtures/team-candidate.json' with { type: 'json' };
import aUser from './fixtures/user.json' with { type: 'json' };
import {
    gemApplication,
    gemCandidate,
    gemJob,
    gemJobPost,
    gemJobStage,
    gemNote,
    gemOffice,
    gemResume,
    gemTeamCandidate,
    gemTeamNote,
    gemTeamUser,
    gemUser
} from './guards.ts';
import { fromTeamNote, toNote, toResume } from './map-candidate-extras.ts';
import { fromApplicant, fromTeamCandidate, toApplicantBody, toTeamCandidateBody } from './map-candidate.ts';
import { fromTeamUser, toLocation, toUser } from './map-organization.ts';
import { toApplication, toCandidate, toJob, toJobPost, toJobStage } from './map-records.ts';

/** A fixture's record as the model lets it through: with every key, and no other. */
function mapped<Item, Model extends z.ZodType>(
    guard: z.ZodType<Item>,
    toRecord: (item: Item) => z.input<Model>,
    model: Model,
    item: unknown
): z.output<Model> {
    const record = toRecord(guard.parse(item));
    const parsed = model.parse(record);
    expect(parsed).toEqual(record);
    return parsed;
}

describe('a record of Gem', () => {
    test('becomes a candidate, with times in UTC and null for what is absent', () => {
        const record = mapped(gemCandidate, (item) => toCandidate(item, { shirt: 'T-shirt', size: 'Q3VzdG9tOjI=' }), candidate, aCandidate);
        expect(record).toMatchObject({
            ...aCandidate,
            name: 'Zoë Núñez',
            attachments: [{ ...aCandidate.attachments[0], created_at: '2026-03-01T06:00:00.000Z' }],
            created_at: '2026-02-01T10:00:00.000Z',
            updated_at: '2026-03-01T08:00:00.123Z',
            deleted_at: null,
            applications: [],
            custom_fields: { shirt: 'M', size: null }
        });
    });

    test('becomes a candidate when it has nothing but an id and a time', () => {
        const record = mapped(gemCandidate, toCandidate, candidate, { id: 'a', created_at: '2026-02-01T10:00:00' });
        expect(record).toMatchObject({ name: null, email_addresses: [], is_private: false, custom_fields: {} });
        expect(record.created_at).toBe('2026-02-01T10:00:00.000Z');
    });

    test.each([
        ['7', '7'],
        [7, '7'],
        ['', undefined],
        [null, undefined],
        [{}, undefined],
        [undefined, undefined]
    ])('with the id %j has %j', (id, expected) => {
        const { data, error } = gemCandidate.safeParse({ id, created_at: '2026-02-01T10:00:00' });
        expect(data?.id).toBe(expected);
        if (expected === undefined) expect(error?.issues).toMatchObject([{ path: ['id'] }]);
    });

    test('carries its applications, and their ids where Gem lists none', () => {
        const { application_ids: _ids, ...item } = { ...aCandidate, applications: [anApplication] };
        const record = mapped(gemCandidate, toCandidate, candidate, item);
        expect(record.applications).toEqual([toApplication(gemApplication.parse(anApplication))]);
        expect(record.application_ids).toEqual([anApplication.id]);
    });

    test('becomes an application', () => {
        const record = mapped(gemApplication, toApplication, application, anApplication);
        expect(record).toEqual({
            ...anApplication,
            sync_token: `${encodeURIComponent(anApplication.candidate_id)}/2026-02-03T10%3A00%3A00.000Z/${encodeURIComponent(anApplication.source.id)}`,
            applied_at: '2026-02-02T10:00:00.000Z',
            last_activity_at: '2026-02-03T10:00:00.000Z',
            deleted_at: null,
            custom_fields: {}
        });
    });

    test('becomes an application without a source and a stage, with a reason and a status of Gem’s own', () => {
        const record = mapped(gemApplication, toApplication, application, {
            ...anApplication,
            source: null,
            current_stage: null,
            credited_to: { id: 'VXNlcjo3', name: 'Mary' },
            rejection_reason: { id: '1', name: 'Too early', type: null },
            status: 'converted'
        });
        expect(record).toMatchObject({
            source: null,
            current_stage: null,
            credited_to: 'VXNlcjo3',
            rejection_reason: { id: '1', name: 'Too early', type: null },
            status: 'converted'
        });
    });

    test('becomes a job', () => {
        const { openings: _openings, ...item } = aJob;
        expect(mapped(gemJob, toJob, job, aJob)).toEqual({
            ...item,
            created_at: '2026-01-01T00:00:00.000Z',
            opened_at: '2026-01-02T00:00:00.000Z',
            updated_at: '2026-01-03T00:00:00.000Z',
            hiring_team: { ...aJob.hiring_team, sourcers: null },
            custom_fields: {}
        });
    });

    test('becomes a job post, a job stage and a location', () => {
        expect(mapped(gemJobPost, toJobPost, jobPost, aJobPost)).toEqual({ ...aJobPost, created_at: '2026-01-04T00:00:00.000Z' });
        expect(mapped(gemJobStage, toJobStage, jobStage, aJobStage)).toEqual({
            ...aJobStage,
            created_at: '2026-01-04T00:00:00.000Z',
            job_ids: [aJobStage.job_id]
        });
        expect(mapped(gemOffice, toLocation, location, aJob.offices[0])).toEqual(aJob.offices[0]);
        expect(mapped(gemOffice, toLocation, location, { id: 7, name: 'Anywhere' })).toMatchObject({ id: '7', location: null });
    });

    test('becomes a user, also where Gem knows little of it', () => {
        const { primary_email_address: email, ...item } = aUser;
        expect(mapped(gemUser, toUser, atsUser, aUser)).toEqual({ ...item, email, created_at: '2025-01-01T00:00:00.000Z' });
        expect(mapped(gemTeamUser, fromTeamUser, atsUser, { id: 'u', name: 'Mary', email: 'mary@example.com' })).toMatchObject({
            email: 'mary@example.com',
            emails: ['mary@example.com'],
            disabled: false,
            offices: [],
            created_at: null
        });
    });

    test('becomes a note and a resume', () => {
        const user = { id: 'VXNlcjo3', name: 'Mary', first_name: 'Mary', last_name: null, employee_id: null };
        const common = { id: 'Tm90ZTox', created_at: '2026-01-04T00:00:00.000Z', body: 'Call back', user };
        for (const visibility of ['private', 'public'] as const)
            expect(mapped(gemNote, toNote, note, { ...common, visibility })).toEqual({
                ...common,
                visibility,
                private: visibility === 'private'
            });
        const listed = { id: '5', created_at: 1_770_000_000, content: 'Call back', user_id: 'VXNlcjo3', is_private: true };
        expect(mapped(gemTeamNote, fromTeamNote, note, listed)).toMatchObject({
            created_at: '2026-02-02T02:40:00.000Z',
            body: 'Call back',
            user: { id: 'VXNlcjo3', name: null },
            visibility: 'private'
        });
        const uploaded = {
            id: 'r',
            candidate_id: 'c',
            created_at: 1_770_000_000,
            user_id: 'u',
            filename: 'cv.pdf',
            download_url: 'https://x'
        };
        expect(mapped(gemResume, toResume, resume, uploaded)).toEqual({ ...uploaded, created_at: '2026-02-02T02:40:00.000Z' });
    });

    test('becomes what the creation of a candidate responds, without the old doubles of custom fields', () => {
        const { custom_field_category: _name, custom_field_value: _value, ...field } = aTeamCandidate.custom_fields[0] ?? {};
        expect(mapped(gemTeamCandidate, fromTeamCandidate, createdCandidate, aTeamCandidate)).toEqual({
            ...aTeamCandidate,
            created_at: '2026-02-02T02:40:00.000Z',
            custom_fields: [{ ...field, project_id: null }]
        });
    });
});

describe('a new candidate', () => {
    const input = candidateInput.parse({
        created_by: 'VXNlcjo3',
        first_name: 'Zoë',
        last_name: null,
        emails: [{ email_address: 'other@example.com' }, { email_address: 'zoe@example.com', is_primary: true }],
        linked_in_handle: 'zoe'
    });

    test('is sent without what the caller left out', () => {
        expect(toTeamCandidateBody(input)).toEqual({
            created_by: 'VXNlcjo3',
            first_name: 'Zoë',
            emails: [
                { email_address: 'other@example.com', is_primary: false },
                { email_address: 'zoe@example.com', is_primary: true }
            ],
            linked_in_handle: 'zoe',
            autofill: false
        });
    });

    test('is sent as an applicant with the primary address', () => {
        expect(toApplicantBody({ ...input, last_name: 'Núñez', job_id: 'Sm9iOjE=', recruiter_id: 'VXNlcjo3' })).toEqual({
            first_name: 'Zoë',
            last_name: 'Núñez',
            email: 'zoe@example.com',
            linkedin_handle: 'zoe',
            job_id: 'Sm9iOjE=',
            recruiter: { user_id: 'VXNlcjo3' }
        });
        expect(mapped(gemCandidate, (item) => fromApplicant(item, input), createdCandidate, aCandidate)).toMatchObject({
            id: aCandidate.id,
            created_by: 'VXNlcjo3',
            linked_in_handle: 'zoe',
            emails: [{ email_address: 'zoe@example.com', is_primary: true }, { email_address: 'zoe@home.example' }]
        });
    });

    test.each([
        ['no name, address or handle', { first_name: null, emails: [], linked_in_handle: '' }, ''],
        [
            'two primary addresses',
            { emails: ['a@x.example', 'b@x.example'].map((email_address) => ({ email_address, is_primary: true })) },
            'emails'
        ],
        ['21 addresses', { emails: Array.from({ length: 21 }, (_, index) => ({ email_address: `${index}@x.example` })) }, 'emails'],
        ['a name of 256 characters', { first_name: 'x'.repeat(256) }, 'first_name'],
        ['autofill without a handle', { autofill: true, linked_in_handle: null }, 'linked_in_handle'],
        ['a stage without a job', { initial_stage_id: 'U3RhZ2U6MQ==' }, 'initial_stage_id'],
        ['a key that is not there', { phone: '1' }, '']
    ])('is refused with %s', (_what, change, path) => {
        const { error } = candidateInput.safeParse({ ...input, ...change });
        expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    });
});
