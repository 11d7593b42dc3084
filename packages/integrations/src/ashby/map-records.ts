import type { Application } from '../models/application.ts';
import type { AtsUser } from '../models/ats-user.ts';
import type { Candidate } from '../models/candidate.ts';
import type { Department } from '../models/department.ts';
import type { JobStage } from '../models/job-stage.ts';
import type { Job } from '../models/job.ts';
import type { Location } from '../models/location.ts';
import type { UserLite } from '../models/user-lite.ts';
import { mapCustomFields } from '../settings.ts';
import { toUtc } from '../times.ts';
import type { AshbyApplication, AshbyCandidate, AshbyDepartment, AshbyJob, AshbyLocation, AshbyStage, AshbyUser } from './guards.ts';

/** The names of custom fields in records, with the vendor's ids or names. */
type Mapping = Readonly<Record<string, string>>;

const customFieldsOf = (fields: AshbyCandidate['customFields'], mapping?: Mapping) =>
    mapCustomFields(
        (fields ?? []).map(({ id, title, value }) => ({ id, name: title ?? null, value: value ?? null })),
        mapping
    );

/** Ashby knows whole names only: the first word is taken for the first name. */
export function splitName(name: string): { first_name: string | null; last_name: string | null } {
    const [first, ...rest] = name.trim().split(/\s+/);
    return { first_name: first || null, last_name: rest.join(' ') || null };
}

export function toCandidate(candidate: AshbyCandidate, mapping?: Mapping): Candidate {
    const resumeId = candidate.resumeFileHandle?.id;
    const files = [...(candidate.resumeFileHandle ? [candidate.resumeFileHandle] : []), ...(candidate.fileHandles ?? [])];
    const attachments = files.filter(({ id }, index) => files.findIndex((other) => other.id === id) === index);
    return {
        id: candidate.id,
        name: candidate.name,
        ...splitName(candidate.name),
        company: candidate.company ?? null,
        title: candidate.position ?? null,
        attachments: attachments.map(({ id, name }) => ({
            filename: name,
            url: null,
            type: id === resumeId ? 'resume' : 'other',
            created_at: null
        })),
        phone_numbers: (candidate.phoneNumbers ?? []).map(({ type, value }) => ({ type: type ?? null, value })),
        email_addresses: (candidate.emailAddresses ?? []).map(({ type, value, isPrimary }) => ({
            type: type ?? null,
            value,
            is_primary: isPrimary ?? false
        })),
        social_media_addresses: (candidate.socialLinks ?? []).map(({ url }) => ({ value: url })),
        tags: (candidate.tags ?? []).filter(({ isArchived }) => !isArchived).map(({ title }) => title),
        educations: candidate.school ? [educationAt(candidate.id, candidate.school)] : [],
        employments: [],
        linked_user_ids: [],
        created_at: toUtc(candidate.createdAt),
        updated_at: toUtc(candidate.updatedAt),
        last_activity: null,
        deleted_at: null,
        is_private: false,
        applications: [],
        application_ids: candidate.applicationIds ?? [],
        custom_fields: customFieldsOf(candidate.customFields, mapping)
    };
}

/** Ashby has one school, without an id of its own. */
const educationAt = (id: string, school: string) => ({
    id,
    school_name: school,
    degree: null,
    discipline: null,
    start_date: null,
    end_date: null
});

const applicationStatuses: Readonly<Record<string, string>> = { Active: 'active', Hired: 'hired', Archived: 'rejected', Lead: 'lead' };

export function toApplication(application: AshbyApplication, mapping?: Mapping): Application {
    const { source, archiveReason: reason, currentInterviewStage: stage, job } = application;
    const type = reason?.reasonType;
    return {
        id: application.id,
        candidate_id: application.candidate.id,
        applied_at: toUtc(application.createdAt),
        rejected_at: application.status === 'Archived' ? toUtc(application.archivedAt) : null,
        last_activity_at: toUtc(application.updatedAt),
        source: source ? { id: source.id, public_name: source.title } : null,
        credited_to: application.creditedToUser?.id ?? null,
        rejection_reason: reason ? { id: reason.id, name: reason.text, type: type ? { id: type, name: type } : null } : null,
        jobs: job ? [{ id: job.id, name: job.title }] : [],
        job_post_id: application.appliedViaJobPostingId ?? null,
        status: applicationStatuses[application.status] ?? application.status,
        current_stage: stage ? { id: stage.id, name: stage.title } : null,
        sync_token: application.updatedAt ?? null,
        deleted_at: null,
        custom_fields: customFieldsOf(application.customFields, mapping)
    };
}

/** What jobs name by id only. */
export interface Organization {
    departments: ReadonlyMap<string, Department>;
    locations: ReadonlyMap<string, Location>;
}

const jobStatuses: Readonly<Record<string, string>> = { Open: 'open', Closed: 'closed', Draft: 'draft', Archived: 'archived' };

export function toJob(job: AshbyJob, { departments, locations }: Organization, mapping?: Mapping): Job {
    const department = departments.get(job.departmentId ?? '');
    const location = locations.get(job.locationId ?? '');
    return {
        id: job.id,
        name: job.title,
        requisition_id: job.customRequisitionId ?? null,
        confidential: job.confidential ?? false,
        status: jobStatuses[job.status] ?? job.status,
        // The reference promises the time of the last change only.
        created_at: toUtc(job.createdAt ?? job.updatedAt),
        opened_at: toUtc(job.openedAt),
        closed_at: toUtc(job.closedAt),
        deleted_at: null,
        updated_at: toUtc(job.updatedAt),
        is_template: false,
        departments: department ? [department] : [],
        offices: location ? [location] : [],
        hiring_team: {
            hiring_managers: membersOf(job, 'hiring manager'),
            recruiters: membersOf(job, 'recruiter'),
            coordinators: membersOf(job, 'coordinator'),
            sourcers: membersOf(job, 'sourcer')
        },
        custom_fields: customFieldsOf(job.customFields, mapping)
    };
}

/** Customers name the roles: `Recruiting Coordinator` is a coordinator. */
function membersOf({ hiringTeam }: AshbyJob, role: string): UserLite[] {
    return (hiringTeam ?? [])
        .filter((member) => member.role?.toLowerCase().endsWith(role))
        .map(({ userId, firstName, lastName }) => toUserLite({ id: userId, firstName, lastName }));
}

export function toUserLite({ id, firstName, lastName }: Pick<AshbyUser, 'id' | 'firstName' | 'lastName'>): UserLite {
    return {
        id,
        name: [firstName, lastName].filter(Boolean).join(' '),
        first_name: firstName ?? null,
        last_name: lastName ?? null,
        employee_id: null
    };
}

/** @param jobIds the jobs that use the stage's interview plan */
export function toJobStage(stage: AshbyStage, jobIds: readonly string[]): JobStage {
    return {
        id: stage.id,
        name: stage.title,
        created_at: null,
        updated_at: null,
        deleted_at: null,
        active: true,
        job_id: jobIds.length === 1 ? (jobIds[0] ?? null) : null,
        job_ids: [...jobIds],
        priority: stage.orderInInterviewPlan,
        interviews: []
    };
}

export function toUser(user: AshbyUser): AtsUser {
    const email = user.email ?? null;
    return {
        ...toUserLite(user),
        email,
        emails: email === null ? [] : [email],
        disabled: !(user.isEnabled ?? true),
        site_admin: user.globalRole === 'Organization Admin',
        linked_candidate_ids: [],
        offices: [],
        departments: [],
        created_at: null,
        updated_at: toUtc(user.updatedAt),
        deleted_at: null
    };
}

export function toLocation(location: AshbyLocation): Location {
    const address = location.address?.postalAddress;
    const place = [address?.addressLocality, address?.addressRegion, address?.addressCountry].filter(Boolean).join(', ');
    return {
        id: location.id,
        name: location.name,
        location: place === '' ? null : { name: place },
        parent_id: location.parentLocationId ?? null,
        child_ids: [],
        parent_office_external_id: null,
        child_office_external_ids: [],
        deleted_at: null
    };
}

export function toDepartment({ id, name, parentId }: AshbyDepartment): Department {
    return {
        id,
        name,
        parent_id: parentId ?? null,
        child_ids: [],
        parent_department_external_id: null,
        child_department_external_ids: [],
        deleted_at: null
    };
}
