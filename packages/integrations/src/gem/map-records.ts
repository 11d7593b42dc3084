import type { Application } from '../models/application.ts';
import type { Candidate } from '../models/candidate.ts';
import type { CustomFields } from '../models/custom-fields.ts';
import type { JobPost } from '../models/job-post.ts';
import type { JobStage } from '../models/job-stage.ts';
import type { Job } from '../models/job.ts';
import { mapCustomFields } from '../settings.ts';
import { toUtc } from '../times.ts';
import type { GemApplication, GemCandidate, GemCustomField, GemJob, GemJobPost, GemJobStage, GemUserLite } from './guards.ts';
import { nameOf, toDepartment, toLocation, toUserLite } from './map-organization.ts';

/** The names of custom fields in records, with the vendor's ids or names. */
type Mapping = Readonly<Record<string, string>>;

function customFieldsOf(fields: readonly GemCustomField[] | null | undefined, mapping?: Mapping): CustomFields {
    const known = (fields ?? []).map(({ id, name, value }) => ({ id: id ?? null, name: name ?? null, value: value ?? null }));
    return mapCustomFields(known, mapping);
}

/**
 * Gem counts no versions: when something last happened, and what can be written. Since it reads an
 * application only with its candidate, the id of that is the first part.
 */
const versionOf = ({ candidate_id: candidateId, last_activity_at: at, source }: GemApplication): string =>
    [candidateId, toUtc(at) ?? '', source?.id ?? ''].map(encodeURIComponent).join('/');

/** Whether a text has the form of a version, whose parts are safe in a path. */
export const isVersion = (text: string): boolean => /^[\w.!~*'()%-]+(?:\/[\w.!~*'()%-]*){2}$/.test(text);

/** @returns the id of the candidate, encoded for a path */
export const candidateOf = (version: string): string => version.slice(0, version.indexOf('/'));

export function toApplication(application: GemApplication, mapping?: Mapping): Application {
    const { source, rejection_reason: reason, current_stage: stage, credited_to: creditedTo } = application;
    return {
        id: application.id,
        candidate_id: application.candidate_id,
        applied_at: toUtc(application.applied_at),
        rejected_at: toUtc(application.rejected_at),
        last_activity_at: toUtc(application.last_activity_at),
        source: source ? { id: source.id, public_name: source.public_name } : null,
        credited_to: (typeof creditedTo === 'string' ? creditedTo : creditedTo?.id) ?? null,
        rejection_reason: reason
            ? { id: reason.id, name: reason.name, type: reason.type ? { id: reason.type.id, name: reason.type.name } : null }
            : null,
        jobs: (application.jobs ?? []).map(({ id, name }) => ({ id, name })),
        job_post_id: application.job_post_id ?? null,
        status: application.status,
        current_stage: stage ? { id: stage.id, name: stage.name } : null,
        sync_token: versionOf(application),
        deleted_at: toUtc(application.deleted_at),
        custom_fields: customFieldsOf(application.custom_fields, mapping)
    };
}

export function toCandidate(candidate: GemCandidate, mapping?: Mapping): Candidate {
    return {
        id: candidate.id,
        name: nameOf({ ...candidate, name: undefined }) || null,
        first_name: candidate.first_name ?? null,
        last_name: candidate.last_name ?? null,
        company: candidate.company ?? null,
        title: candidate.title ?? null,
        attachments: (candidate.attachments ?? []).map(({ filename, url, type, created_at }) => ({
            filename,
            url,
            type,
            created_at: toUtc(created_at)
        })),
        phone_numbers: (candidate.phone_numbers ?? []).map(({ type, value }) => ({ type: type ?? null, value })),
        email_addresses: (candidate.email_addresses ?? []).map(({ type, value, is_primary }) => ({
            type: type ?? null,
            value,
            is_primary: is_primary ?? false
        })),
        social_media_addresses: (candidate.social_media_addresses ?? []).map(({ value }) => ({ value })),
        tags: candidate.tags ?? [],
        educations: (candidate.educations ?? []).map((one) => ({
            id: one.id,
            school_name: one.school_name ?? null,
            degree: one.degree ?? null,
            discipline: one.discipline ?? null,
            start_date: one.start_date ?? null,
            end_date: one.end_date ?? null
        })),
        employments: (candidate.employments ?? []).map((one) => ({
            id: one.id,
            company_name: one.company_name ?? null,
            title: one.title ?? null,
            start_date: one.start_date ?? null,
            end_date: one.end_date ?? null
        })),
        linked_user_ids: candidate.linked_user_ids ?? [],
        created_at: toUtc(candidate.created_at),
        updated_at: toUtc(candidate.updated_at),
        last_activity: toUtc(candidate.last_activity),
        deleted_at: toUtc(candidate.deleted_at),
        is_private: candidate.is_private ?? false,
        applications: (candidate.applications ?? []).map((application) => toApplication(application)),
        application_ids: candidate.application_ids ?? (candidate.applications ?? []).map(({ id }) => id),
        custom_fields: customFieldsOf(candidate.custom_fields, mapping)
    };
}

const toMembers = (users: readonly GemUserLite[] | null | undefined) => users?.map(toUserLite) ?? null;

export function toJob(job: GemJob, mapping?: Mapping): Job {
    return {
        id: job.id,
        name: job.name,
        requisition_id: job.requisition_id ?? null,
        confidential: job.confidential ?? false,
        status: job.status,
        created_at: toUtc(job.created_at),
        opened_at: toUtc(job.opened_at),
        closed_at: toUtc(job.closed_at),
        deleted_at: toUtc(job.deleted_at),
        updated_at: toUtc(job.updated_at),
        is_template: job.is_template ?? false,
        departments: (job.departments ?? []).map(toDepartment),
        offices: (job.offices ?? []).map(toLocation),
        hiring_team: {
            hiring_managers: toMembers(job.hiring_team?.hiring_managers),
            recruiters: toMembers(job.hiring_team?.recruiters),
            coordinators: toMembers(job.hiring_team?.coordinators),
            sourcers: toMembers(job.hiring_team?.sourcers)
        },
        custom_fields: customFieldsOf(job.custom_fields, mapping)
    };
}

export function toJobPost(post: GemJobPost): JobPost {
    return {
        id: post.id,
        title: post.title,
        active: post.active ?? false,
        live: post.live ?? false,
        first_published_at: toUtc(post.first_published_at),
        job_id: post.job_id ?? null,
        content: post.content ?? null,
        created_at: toUtc(post.created_at),
        updated_at: toUtc(post.updated_at),
        deleted_at: toUtc(post.deleted_at)
    };
}

export function toJobStage(stage: GemJobStage): JobStage {
    return {
        id: stage.id,
        name: stage.name,
        created_at: toUtc(stage.created_at),
        updated_at: toUtc(stage.updated_at),
        deleted_at: toUtc(stage.deleted_at),
        active: stage.active ?? true,
        job_id: stage.job_id,
        job_ids: [stage.job_id],
        priority: stage.priority,
        interviews: (stage.interviews ?? []).map((interview) => ({
            id: interview.id,
            name: interview.name,
            schedulable: interview.schedulable ?? false,
            estimated_minutes: interview.estimated_minutes ?? null,
            default_interviewer_users: (interview.default_interviewer_users ?? []).map(toUserLite),
            interview_kit: interview.interview_kit
                ? {
                      id: interview.interview_kit.id,
                      content: interview.interview_kit.content ?? null,
                      questions: (interview.interview_kit.questions ?? []).map(({ id, name }) => ({ id, name }))
                  }
                : null,
            deleted_at: toUtc(interview.deleted_at),
            job_stage_interview_item_id: interview.job_stage_interview_item_id ?? null
        }))
    };
}
