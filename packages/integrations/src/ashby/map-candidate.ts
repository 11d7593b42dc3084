import type { CandidateInput } from '../models/candidate-input.ts';
import type { CreatedCandidate } from '../models/created-candidate.ts';
import type { Note } from '../models/note.ts';
import type { Resume } from '../models/resume.ts';
import { toUtc } from '../times.ts';
import type { AshbyCandidate, AshbyNote } from './guards.ts';
import { splitName, toUserLite } from './map-records.ts';

/** What Ashby can't take when a candidate is created. */
export const unsupportedFields = [
    'nickname',
    'title',
    'company',
    'location',
    'school',
    'education_info',
    'work_info',
    'profile_urls',
    'custom_fields',
    'project_ids',
    'sourced_from',
    'autofill',
    'recruiter_id',
    'coordinator_id',
    'sourcer_id',
    'attachments'
] as const satisfies readonly (keyof CandidateInput)[];

export const nameOf = ({ first_name, last_name }: CandidateInput) => [first_name, last_name].filter(Boolean).join(' ');

export function primaryEmailOf({ emails }: CandidateInput): string | undefined {
    return (emails?.find(({ is_primary }) => is_primary) ?? emails?.[0])?.email_address;
}

/** The body of `candidate.create`. */
export function toCandidateBody(input: CandidateInput): Record<string, unknown> {
    const email = primaryEmailOf(input);
    const others = (input.emails ?? []).map(({ email_address }) => email_address).filter((address) => address !== email);
    return {
        name: nameOf(input),
        creditedToUserId: input.created_by,
        ...(email && { email }),
        ...(others.length > 0 && { alternateEmailAddresses: others }),
        ...(input.phone_number && { phoneNumber: input.phone_number }),
        ...(input.linked_in_handle && { linkedInUrl: `https://www.linkedin.com/in/${encodeURIComponent(input.linked_in_handle)}` }),
        ...(input.source_id && { sourceId: input.source_id })
    };
}

/** The body of `application.create`. */
export function toApplicationBody(input: CandidateInput, candidateId: string): Record<string, unknown> {
    return {
        candidateId,
        jobId: input.job_id,
        creditedToUserId: input.created_by,
        ...(input.initial_stage_id && { interviewStageId: input.initial_stage_id }),
        ...(input.source_id && { sourceId: input.source_id })
    };
}

/** @param input what Ashby does not give back */
export function toCreatedCandidate(candidate: AshbyCandidate, input: CandidateInput): CreatedCandidate {
    return {
        id: candidate.id,
        created_at: toUtc(candidate.createdAt),
        created_by: input.created_by,
        last_updated_at: toUtc(candidate.updatedAt),
        candidate_greenhouse_id: null,
        ...splitName(candidate.name),
        nickname: null,
        weblink: candidate.profileUrl ?? null,
        emails: (candidate.emailAddresses ?? []).map(({ value, isPrimary }) => ({ email_address: value, is_primary: isPrimary ?? false })),
        phone_number: candidate.phoneNumbers?.[0]?.value ?? null,
        location: null,
        linked_in_handle: input.linked_in_handle ?? null,
        profiles: (candidate.socialLinks ?? []).map(({ type, url }) => ({ network: type ?? null, url, username: null })),
        company: candidate.company ?? null,
        title: candidate.position ?? null,
        school: candidate.school ?? null,
        education_info: [],
        work_info: [],
        custom_fields: [],
        due_date: null,
        project_ids: null,
        sourced_from: null,
        gem_source: null
    };
}

export function toNote({ id, createdAt, content, isPrivate, author }: AshbyNote): Note {
    return {
        id,
        created_at: toUtc(createdAt),
        body: content ?? '',
        user: author ? toUserLite(author) : null,
        private: isPrivate ?? false,
        visibility: isPrivate ? 'private' : 'public'
    };
}

/** Of the candidate that `candidate.uploadResume` responds with; null without a resume. */
export function toResume({ id, resumeFileHandle: file, createdAt, updatedAt }: AshbyCandidate): Resume | null {
    if (!file) return null;
    return {
        id: file.id,
        candidate_id: id,
        created_at: toUtc(updatedAt ?? createdAt),
        user_id: null,
        filename: file.name,
        download_url: null
    };
}
