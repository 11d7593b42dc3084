import type { CandidateInput } from '../models/candidate-input.ts';
import type { CreatedCandidate } from '../models/created-candidate.ts';
import { fromUnixTime, toUtc } from '../times.ts';
import type { GemCandidate, GemTeamCandidate } from './guards.ts';

/** The body of `POST /v0/candidates`. */
export function toTeamCandidateBody(input: CandidateInput): Record<string, unknown> {
    return withoutNull({
        created_by: input.created_by,
        first_name: input.first_name,
        last_name: input.last_name,
        nickname: input.nickname,
        emails: input.emails,
        linked_in_handle: input.linked_in_handle,
        title: input.title,
        company: input.company,
        location: input.location,
        school: input.school,
        education_info: input.education_info,
        work_info: input.work_info,
        profile_urls: input.profile_urls,
        custom_fields: input.custom_fields,
        phone_number: input.phone_number,
        project_ids: input.project_ids,
        sourced_from: input.sourced_from,
        autofill: input.autofill
    });
}

/** The body of `POST /ats/v0/candidates/`, which takes less and makes an application. */
export function toApplicantBody(input: CandidateInput): Record<string, unknown> {
    return withoutNull({
        first_name: input.first_name,
        last_name: input.last_name,
        email: primaryEmailOf(input),
        job_id: input.job_id,
        phone_number: input.phone_number,
        title: input.title,
        company: input.company,
        initial_stage_id: input.initial_stage_id,
        source_id: input.source_id,
        recruiter: input.recruiter_id && { user_id: input.recruiter_id },
        coordinator: input.coordinator_id && { user_id: input.coordinator_id },
        sourcer: input.sourcer_id && { user_id: input.sourcer_id },
        linkedin_handle: input.linked_in_handle,
        attachments: input.attachments
    });
}

export function primaryEmailOf({ emails }: CandidateInput): string | null {
    return (emails?.find(({ is_primary }) => is_primary) ?? emails?.[0])?.email_address ?? null;
}

function withoutNull(body: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined && value !== ''));
}

export function fromTeamCandidate(candidate: GemTeamCandidate): CreatedCandidate {
    const { due_date: due } = candidate;
    return {
        id: candidate.id,
        created_at: fromUnixTime(candidate.created_at),
        created_by: candidate.created_by,
        last_updated_at: fromUnixTime(candidate.last_updated_at),
        candidate_greenhouse_id: candidate.candidate_greenhouse_id ?? null,
        first_name: candidate.first_name ?? null,
        last_name: candidate.last_name ?? null,
        nickname: candidate.nickname ?? null,
        weblink: candidate.weblink ?? null,
        emails: (candidate.emails ?? []).map(({ email_address, is_primary }) => ({ email_address, is_primary: is_primary ?? false })),
        phone_number: candidate.phone_number ?? null,
        location: candidate.location ?? null,
        linked_in_handle: candidate.linked_in_handle ?? null,
        profiles: (candidate.profiles ?? []).map(({ network, url, username }) => ({
            network: network ?? null,
            url: url ?? null,
            username: username ?? null
        })),
        company: candidate.company ?? null,
        title: candidate.title ?? null,
        school: candidate.school ?? null,
        ...historyOf(candidate),
        custom_fields: (candidate.custom_fields ?? []).map((field) => ({
            id: field.id,
            name: field.name,
            scope: field.scope ?? null,
            project_id: field.project_id ?? null,
            value: field.value ?? null,
            value_type: field.value_type ?? null,
            value_option_ids: field.value_option_ids ?? null
        })),
        due_date: due ? { date: due.date ?? null, user_id: due.user_id ?? null, note: due.note ?? null } : null,
        project_ids: candidate.project_ids ?? null,
        sourced_from: candidate.sourced_from ?? null,
        gem_source: candidate.gem_source ?? null
    };
}

function historyOf({ education_info, work_info }: GemTeamCandidate): Pick<CreatedCandidate, 'education_info' | 'work_info'> {
    return {
        education_info: (education_info ?? []).map((one) => ({
            school: one.school ?? null,
            parsed_university: one.parsed_university ?? null,
            parsed_school: one.parsed_school ?? null,
            start_date: one.start_date ?? null,
            end_date: one.end_date ?? null,
            field_of_study: one.field_of_study ?? null,
            parsed_major_1: one.parsed_major_1 ?? null,
            parsed_major_2: one.parsed_major_2 ?? null,
            degree: one.degree ?? null
        })),
        work_info: (work_info ?? []).map((one) => ({
            company: one.company ?? null,
            title: one.title ?? null,
            work_start_date: one.work_start_date ?? null,
            work_end_date: one.work_end_date ?? null,
            is_current: one.is_current ?? null
        }))
    };
}

/** @param input what `/ats/v0` does not give back */
export function fromApplicant(candidate: GemCandidate, input: CandidateInput): CreatedCandidate {
    return {
        id: candidate.id,
        created_at: toUtc(candidate.created_at),
        created_by: input.created_by,
        last_updated_at: toUtc(candidate.updated_at),
        candidate_greenhouse_id: null,
        first_name: candidate.first_name ?? null,
        last_name: candidate.last_name ?? null,
        nickname: null,
        weblink: null,
        emails: (candidate.email_addresses ?? []).map(({ value, is_primary }) => ({
            email_address: value,
            is_primary: is_primary ?? false
        })),
        phone_number: candidate.phone_numbers?.[0]?.value ?? null,
        location: null,
        linked_in_handle: input.linked_in_handle ?? null,
        profiles: (candidate.social_media_addresses ?? []).map(({ value }) => ({ network: null, url: value, username: null })),
        company: candidate.company ?? null,
        title: candidate.title ?? null,
        school: candidate.educations?.[0]?.school_name ?? null,
        education_info: [],
        work_info: [],
        custom_fields: [],
        due_date: null,
        project_ids: null,
        sourced_from: null,
        gem_source: null
    };
}
