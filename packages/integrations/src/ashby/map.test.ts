import { describe, expect, test } from 'vitest';
import { application } from '../models/application.ts';
import { atsUser } from '../models/ats-user.ts';
import { candidateInput } from '../models/candidate-input.ts';
import { candidate } from '../models/candidate.ts';
import { createdCandidate } from '../models/created-candidate.ts';
import { jobStage } from '../models/job-stage.ts';
import { job } from '../models/job.ts';
import { location } from '../models/location.ts';
import { note } from '../models/note.ts';
import anApplication from './fixtures/application.json' with { type: 'json' };
import aCandidate from './fixtures/candidate.json' with { type: 'json' };
import aJob from './fixtures/job.json' with { type: 'json' };
import { ashbyApplication, ashbyCandidate, ashbyDepartment, ashbyJob, ashbyLocation, ashbyNote, ashbyStage, ashbyUser } from './guards.ts';
import { toApplicationBody, toCandidateBody, toCreatedCandidate, toNote, toResume } from './map-candidate.ts';
import { splitName, toApplication, toCandidate, toDepartment, toJob, toJobStage, toLocation, toUser } from './map-records.ts';

const aLocation = {
    id: 'l1',
    name: 'London office',
    parentLocationId: null,
    address: { postalAddress: { addressLocality: 'London', addressRegion: null, addressCountry: 'United Kingdom' } }
};

describe('a record of Ashby', () => {
    test('becomes a candidate, with a guess of first and last name', () => {
        const mapping = { shirt: 'T-shirt', salary: 'c2', size: 'none' };
        const record = toCandidate(ashbyCandidate.parse(aCandidate), mapping);
        expect(candidate.parse(record)).toEqual(record);
        expect(record).toMatchObject({
            name: 'Zoë María Núñez',
            first_name: 'Zoë',
            last_name: 'María Núñez',
            title: 'Engineer',
            company: null,
            attachments: [
                { filename: 'zoe.pdf', type: 'resume', url: null },
                { filename: 'letter.pdf', type: 'other', url: null }
            ],
            email_addresses: [{ value: 'zoe@example.com', type: 'Personal', is_primary: true }],
            phone_numbers: [{ value: '+44 20 7946 0000', type: 'Work' }],
            social_media_addresses: [{ value: 'https://www.linkedin.com/in/zoe' }],
            tags: ['remote'],
            educations: [{ school_name: 'Universidad' }],
            application_ids: aCandidate.applicationIds,
            custom_fields: { shirt: 'M', salary: { value: 100_000, currencyCode: 'USD' }, size: null }
        });
    });

    test.each([
        ['Zoë', { first_name: 'Zoë', last_name: null }],
        ['  Zoë   María  Núñez ', { first_name: 'Zoë', last_name: 'María Núñez' }],
        ['', { first_name: null, last_name: null }]
    ])('has its name %j split', (name, parts) => {
        expect(splitName(name)).toEqual(parts);
    });

    test('becomes an application, with the unified status', () => {
        const record = toApplication(ashbyApplication.parse(anApplication));
        expect(application.parse(record)).toEqual(record);
        expect(record).toMatchObject({
            candidate_id: aCandidate.id,
            status: 'rejected',
            applied_at: '2026-02-02T10:00:00.000Z',
            rejected_at: '2026-02-04T10:00:00.000Z',
            source: { id: 'so1', public_name: 'Applied' },
            rejection_reason: { id: 'r1', name: 'Lacks skills', type: { name: 'RejectedByOrg' } },
            credited_to: 'u1',
            jobs: [{ id: 'j1', name: 'Engineer' }]
        });
    });

    test.each([
        ['Active', 'active'],
        ['Hired', 'hired'],
        ['Paused', 'Paused']
    ])('becomes an application without source, stage and reason, with the status %s as %s', (status, expected) => {
        const bare = { ...anApplication, status, source: null, currentInterviewStage: null, archiveReason: null, archivedAt: undefined };
        const record = toApplication(ashbyApplication.parse(bare));
        expect(application.parse(record)).toMatchObject({
            status: expected,
            rejected_at: null,
            source: null,
            current_stage: null,
            rejection_reason: null
        });
    });

    test('becomes a job with the department and the location that it names by id', () => {
        const organization = {
            departments: new Map([['d1', toDepartment(ashbyDepartment.parse({ id: 'd1', name: 'Engineering' }))]]),
            locations: new Map([['l1', toLocation(ashbyLocation.parse(aLocation))]])
        };
        const record = toJob(ashbyJob.parse(aJob), organization);
        expect(job.parse(record)).toEqual(record);
        expect(record).toMatchObject({
            status: 'open',
            requisition_id: 'R-1',
            departments: [{ id: 'd1', name: 'Engineering' }],
            offices: [{ id: 'l1', location: { name: 'London, United Kingdom' } }],
            hiring_team: { hiring_managers: [{ id: 'u1', name: 'Mary Somerville' }], coordinators: [{ id: 'u2' }], recruiters: [] }
        });
        const unknown = { departments: new Map(), locations: new Map() };
        expect(toJob(ashbyJob.parse({ ...aJob, status: 'Paused' }), unknown)).toMatchObject({
            departments: [],
            offices: [],
            status: 'Paused'
        });
    });

    test('becomes a stage of each job that shares it, a location, a user and a note', () => {
        const stage = ashbyStage.parse({ id: 's1', title: 'Screen', type: 'Active', orderInInterviewPlan: 5, interviewPlanId: 'p1' });
        expect(jobStage.parse(toJobStage(stage, ['j1']))).toMatchObject({ job_id: 'j1', job_ids: ['j1'], priority: 5 });
        expect(jobStage.parse(toJobStage(stage, ['j1', 'j2']))).toMatchObject({ job_id: null, job_ids: ['j1', 'j2'] });
        expect(location.parse(toLocation({ id: 'l2', name: 'Anywhere' }))).toMatchObject({ location: null });
        const user = { id: 'u1', firstName: 'Mary', lastName: 'Somerville', email: 'mary@example.com', globalRole: 'Organization Admin' };
        expect(atsUser.parse(toUser(ashbyUser.parse({ ...user, isEnabled: false })))).toMatchObject({
            name: 'Mary Somerville',
            emails: ['mary@example.com'],
            disabled: true,
            site_admin: true
        });
        const listed = { id: 'n1', createdAt: '2026-01-01T00:00:00Z', content: 'Call', isPrivate: true, author: user };
        expect(note.parse(toNote(ashbyNote.parse(listed)))).toMatchObject({ visibility: 'private', user: { id: 'u1' } });
        expect(note.parse(toNote(ashbyNote.parse({ ...listed, isPrivate: undefined, author: null })))).toMatchObject({
            private: false,
            user: null
        });
    });

    test('becomes what a creation and an upload respond with', () => {
        const input = candidateInput.parse({ created_by: 'u1', first_name: 'Zoë' });
        const parsed = ashbyCandidate.parse(aCandidate);
        expect(createdCandidate.parse(toCreatedCandidate(parsed, input))).toMatchObject({
            id: aCandidate.id,
            created_by: 'u1',
            weblink: aCandidate.profileUrl,
            profiles: [{ network: 'LinkedIn' }]
        });
        expect(toResume(parsed)).toMatchObject({ id: 'f1', filename: 'zoe.pdf', download_url: null });
        expect(toResume({ ...parsed, resumeFileHandle: null })).toBeNull();
    });
});

test('a new candidate becomes a whole name, addresses and an application', () => {
    const input = candidateInput.parse({
        created_by: 'u1',
        first_name: 'Zoë',
        last_name: 'Núñez',
        emails: [{ email_address: 'other@example.com' }, { email_address: 'zoe@example.com', is_primary: true }],
        linked_in_handle: 'zoe/1',
        job_id: 'j1',
        source_id: 'so1'
    });
    expect(toCandidateBody(input)).toEqual({
        name: 'Zoë Núñez',
        email: 'zoe@example.com',
        alternateEmailAddresses: ['other@example.com'],
        linkedInUrl: 'https://www.linkedin.com/in/zoe%2F1',
        creditedToUserId: 'u1',
        sourceId: 'so1'
    });
    expect(toApplicationBody(input, 'c1')).toEqual({ candidateId: 'c1', jobId: 'j1', creditedToUserId: 'u1', sourceId: 'so1' });
});
