import type { AtsUser } from '../models/ats-user.ts';
import type { Department } from '../models/department.ts';
import type { Location } from '../models/location.ts';
import type { UserLite } from '../models/user-lite.ts';
import { toUtc } from '../times.ts';
import type { GemDepartment, GemOffice, GemTeamUser, GemUser, GemUserLite } from './guards.ts';

/** @returns first and last name where there is no whole one */
export function nameOf({ name, first_name, last_name }: Pick<GemUserLite, 'name' | 'first_name' | 'last_name'>): string {
    return name ?? [first_name, last_name].filter(Boolean).join(' ');
}

export function toUserLite(user: GemUserLite): UserLite {
    return {
        id: user.id,
        name: nameOf(user),
        first_name: user.first_name ?? null,
        last_name: user.last_name ?? null,
        employee_id: user.employee_id ?? null
    };
}

export function toLocation(office: GemOffice): Location {
    return {
        id: office.id,
        name: office.name,
        location: office.location ? { name: office.location.name ?? null } : null,
        parent_id: office.parent_id ?? null,
        child_ids: office.child_ids ?? [],
        parent_office_external_id: office.parent_office_external_id ?? null,
        child_office_external_ids: office.child_office_external_ids ?? [],
        deleted_at: toUtc(office.deleted_at)
    };
}

export function toDepartment(department: GemDepartment): Department {
    return {
        id: department.id,
        name: department.name,
        parent_id: department.parent_id ?? null,
        child_ids: department.child_ids ?? [],
        parent_department_external_id: department.parent_department_external_id ?? null,
        child_department_external_ids: department.child_department_external_ids ?? [],
        deleted_at: toUtc(department.deleted_at)
    };
}

export function toUser(user: GemUser): AtsUser {
    const email = user.primary_email_address ?? user.emails?.[0] ?? null;
    return {
        ...toUserLite(user),
        email,
        emails: user.emails ?? (email === null ? [] : [email]),
        disabled: user.disabled ?? false,
        site_admin: user.site_admin ?? false,
        linked_candidate_ids: user.linked_candidate_ids ?? [],
        offices: (user.offices ?? []).map(toLocation),
        departments: (user.departments ?? []).map(toDepartment),
        created_at: toUtc(user.created_at),
        updated_at: toUtc(user.updated_at),
        deleted_at: toUtc(user.deleted_at)
    };
}

/** What `/v0` knows of a user; the rest is null, false or empty. */
export function fromTeamUser({ id, name, email }: GemTeamUser): AtsUser {
    return toUser({ id, name, primary_email_address: email });
}
