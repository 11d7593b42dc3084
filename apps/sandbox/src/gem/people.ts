import { isRecord, recordsIn } from '../check-fields.ts';
import { idOf, indexOf } from './ids.ts';
import { invalid, notFound, Refusal } from './reply.ts';
import type { GemRequest } from './request.ts';
import type { Row } from './rows.ts';

/** Added to a user's index for its id in the CRM, where the two surfaces have their own. */
const CRM_USER_OFFSET = 1_000_000;

/** @throws {Refusal} if the user is unknown on this surface */
export function requireUser({ account, switches }: GemRequest, id: string, surface: 'ats' | 'crm'): Row {
    const index = indexOf('users', id);
    const isOffset = surface === 'crm' && switches.separate_user_ids;
    const user = index === undefined ? undefined : account.in('users').find(isOffset ? idOf('users', index - CRM_USER_OFFSET) : id);
    if (user) return user;
    if (switches.unknown_user === 404) throw notFound('User');
    throw new Refusal(400, `The user ${id} does not exist.`);
}

export function requireCandidate({ account }: GemRequest, id: string): Row {
    const row = account.in('candidates').find(id);
    if (!row || row.deleted_at !== null) throw notFound('Candidate');
    return row;
}

export function crmUser(row: Row, separateIds: boolean): unknown {
    const id = separateIds ? idOf('users', (indexOf('users', row.id) ?? 0) + CRM_USER_OFFSET) : row.id;
    return { id, name: row['name'], email: row['primary_email_address'] };
}

export const seconds = (time: unknown): number | null => (typeof time === 'string' ? Math.floor(Date.parse(time) / 1000) : null);

/** A person as the CRM shows them. */
export function crmCandidate(row: Row, { account }: GemRequest): Record<string, unknown> {
    const prospect = account.prospects.get(row.id);
    return {
        id: row.id,
        created_at: seconds(row['created_at']),
        created_by: idOf('users', 0),
        last_updated_at: seconds(row['updated_at']),
        candidate_greenhouse_id: null,
        first_name: row['first_name'],
        last_name: row['last_name'],
        nickname: null,
        weblink: `https://www.gem.example/candidate/${encodeURIComponent(row.id)}`,
        emails: recordsIn(row['email_addresses']).map(({ value, is_primary }) => ({ email_address: value, is_primary })),
        phone_number: null,
        location: null,
        linked_in_handle: null,
        profiles: [],
        company: row['company'],
        title: row['title'],
        school: null,
        education_info: [],
        work_info: [],
        custom_fields: [],
        due_date: null,
        project_ids: null,
        sourced_from: null,
        gem_source: null,
        ...prospect
    };
}

/** `[{email_address, is_primary}]`, at most 20 with one primary. @throws {Refusal} 422 */
export function readEmails(emails: readonly unknown[]): { email_address: string; is_primary: boolean }[] {
    const read = emails.map((email) => {
        const address = isRecord(email) ? email['email_address'] : undefined;
        if (typeof address !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(address))
            throw invalid('json', 'emails', 'Not a valid email address.');
        return { email_address: address, is_primary: isRecord(email) && email['is_primary'] === true };
    });
    if (read.filter(({ is_primary: isPrimary }) => isPrimary).length > 1) throw invalid('json', 'emails', 'Only one email can be primary.');
    return read;
}
