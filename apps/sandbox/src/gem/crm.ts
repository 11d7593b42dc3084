import { isRecord } from '../check-fields.ts';
import { EMPTY_PERSON } from './ats-writes.ts';
import { emailsOf, paginationHeader } from './ats-lists.ts';
import type { CollectionName } from './account.ts';
import { idOf } from './ids.ts';
import { crmCandidate, crmUser, readEmails, requireCandidate, requireUser, seconds } from './people.ts';
import { readCount, readEnum, readIds, readJson, readTimes } from './read-input.ts';
import type { JsonFields } from './read-input.ts';
import { invalid, notFound, Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import type { GemRequest, Route } from './request.ts';
import { uploadResume } from './resume.ts';
import type { Row } from './rows.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;
const MAX_EMAILS = 20;
const MAX_PROJECTS = 20;
const MAX_NOTE_CHARACTERS = 10_000;
const SOURCED_FROM = ['SeekOut', 'hireEZ', 'Starcircle', 'Censia', 'Consider'];
const SHORT_TEXTS = ['first_name', 'last_name', 'nickname', 'title', 'company', 'location', 'school', 'phone_number'] as const;

export const CRM_ROUTES: readonly Route[] = [
    { method: 'GET', path: 'users', handle: listUsers },
    { method: 'GET', path: 'candidates', handle: listCandidates },
    { method: 'POST', path: 'candidates', handle: createCandidate },
    {
        method: 'GET',
        path: 'candidates/*',
        handle: (request) => ({ status: 200, body: crmCandidate(requireCandidate(request, request.params[0] ?? ''), request) })
    },
    { method: 'POST', path: 'candidates/*/uploaded_resumes/*', handle: uploadResume },
    { method: 'GET', path: 'candidates/*/notes', handle: listNotes },
    { method: 'POST', path: 'notes', handle: createNote }
];

function listUsers(request: GemRequest): Reply {
    const email = request.query.get('email');
    const row = email === null ? undefined : (user: Row) => user['primary_email_address'] === email;
    return list(request, 'users', { ...(row ? { row } : {}), isAscending: true }, (user) =>
        crmUser(user, request.switches.separate_user_ids)
    );
}

function listCandidates(request: GemRequest): Reply {
    const { query } = request;
    const ids = readIds(query, 'candidate_ids');
    const [email, handle, createdBy] = [query.get('email'), query.get('linked_in_handle'), query.get('created_by')];
    const isAscending = readEnum(query, 'sort', ['asc', 'desc']) === 'asc';
    const isFiltered = ids !== undefined || email !== null || handle !== null || createdBy !== null;
    const row = (candidate: Row) => {
        if (ids && !ids.includes(candidate.id)) return false;
        if (email !== null && !emailsOf(candidate).includes(email.toLowerCase())) return false;
        if (handle === null && createdBy === null) return true;
        const shown = crmCandidate(candidate, request);
        return (handle === null || shown['linked_in_handle'] === handle) && (createdBy === null || shown['created_by'] === createdBy);
    };
    return list(request, 'candidates', { ...(isFiltered ? { row } : {}), isAscending }, (candidate) => crmCandidate(candidate, request));
}

function list(
    request: GemRequest,
    name: CollectionName,
    { row, isAscending }: { row?: (row: Row) => boolean; isAscending: boolean },
    show: (row: Row) => unknown
): Reply {
    const { account, query, switches } = request;
    const { page, size } = readPage(request);
    const times = readTimes(query, 'seconds', switches);
    const filter = { includeDeleted: false, ...(times ? { times } : {}), ...(row ? { row } : {}) };
    const collection = account.in(name);
    const { total } = collection.page(filter, 0, 0);
    const end = total - (page - 1) * size;
    const start = isAscending ? (page - 1) * size : Math.max(0, end - size);
    const { rows } = collection.page(filter, start, isAscending ? size : Math.max(0, Math.min(size, end)));
    const shown = (isAscending ? rows : rows.toReversed()).map(show);
    return { status: 200, body: shown, headers: { 'x-pagination': paginationHeader(page, size, total) } };
}

function readPage({ query, switches }: GemRequest): { page: number; size: number } {
    if (switches.crm_per_page === 'refused' && query.has('per_page')) throw invalid('query', 'per_page', 'Unknown field.');
    const size = readCount(query, 'page_size', { max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE });
    const page = readCount(query, 'page', { max: Infinity, fallback: 1 });
    return { page: switches.page_repeats ? 1 : page, size };
}

function createCandidate(request: GemRequest): Reply {
    const { account, nowMs, switches } = request;
    const body = readJson(request.headers['content-type'], request.body, switches);
    const createdBy = body.required('created_by');
    const texts = Object.fromEntries(SHORT_TEXTS.map((name) => [name, body.text(name) ?? null]));
    const emails = readEmails(body.list('emails', MAX_EMAILS));
    const handle = body.text('linked_in_handle');
    const [projectIds, isAutofilled] = [body.list('project_ids', MAX_PROJECTS), body.flag('autofill')];
    const lists = { education_info: body.list('education_info'), work_info: body.list('work_info'), custom_fields: readCustomFields(body) };
    const [profileUrls, sourcedFrom] = [body.list('profile_urls'), body.oneOf('sourced_from', SOURCED_FROM)];
    requireUser(request, createdBy, 'crm');
    if (isAutofilled && handle === undefined) throw new Refusal(400, 'Autofill needs a linked_in_handle.');
    const known = handle === undefined ? undefined : [...account.prospects].find(([, { linked_in_handle: other }]) => other === handle);
    if (known)
        throw new Refusal(400, 'A candidate with this linked_in_handle exists.', {
            errors: { json: { duplicate_candidate: { id: known[0] } } }
        });
    const row = account.in('candidates').insert(
        {
            ...EMPTY_PERSON,
            first_name: texts['first_name'],
            last_name: texts['last_name'],
            company: texts['company'],
            title: texts['title'],
            phone_numbers: typeof texts['phone_number'] === 'string' ? [{ type: null, value: texts['phone_number'] }] : [],
            email_addresses: emails.map(({ email_address: value, is_primary }) => ({ type: null, value, is_primary })),
            social_media_addresses: profileUrls.map((value) => ({ value }))
        },
        nowMs
    );
    account.prospects.set(row.id, {
        created_by: createdBy,
        nickname: texts['nickname'],
        phone_number: texts['phone_number'],
        location: texts['location'],
        school: texts['school'],
        linked_in_handle: handle ?? null,
        profiles: profileUrls.map((profile) => ({
            network: URL.parse(String(profile))?.hostname ?? 'other',
            url: profile,
            username: null
        })),
        ...lists,
        project_ids: projectIds,
        sourced_from: sourcedFrom ?? null
    });
    return { status: switches.created_status, body: crmCandidate(row, request) };
}

function readCustomFields(body: JsonFields): unknown[] {
    return body.list('custom_fields').map((field) => {
        if (!isRecord(field) || typeof field['custom_field_id'] !== 'string') {
            throw invalid('json', 'custom_fields', 'Missing data for required field.');
        }
        const value = field['value'];
        const id = field['custom_field_id'];
        return { id, name: `Field ${id}`, scope: 'team', value, value_type: Array.isArray(value) ? 'multi_select' : 'text' };
    });
}

function createNote(request: GemRequest): Reply {
    const { account, nowMs, switches } = request;
    const body = readJson(request.headers['content-type'], request.body, switches);
    const [candidateId, userId] = [body.required('candidate_id'), body.required('user_id')];
    const content = body.required('content', MAX_NOTE_CHARACTERS);
    const isPrivate = body.flag('is_private');
    const candidate = requireCandidate(request, candidateId);
    const user = requireUser(request, userId, 'crm');
    const note = {
        id: idOf('notes', account.notes.length),
        candidate_id: candidate.id,
        created_at: new Date(nowMs).toISOString(),
        body: content,
        user: { id: user.id, name: user['name'] },
        private: isPrivate,
        visibility: isPrivate ? 'private' : 'public'
    };
    account.notes.push(note);
    return { status: switches.created_status, body: crmNote(note) };
}

function listNotes(request: GemRequest): Reply {
    const { page, size } = readPage(request);
    const candidate = request.account.in('candidates').find(request.params[0] ?? '');
    if (!candidate) throw notFound('Candidate');
    const isAscending = readEnum(request.query, 'sort', ['asc', 'desc']) === 'asc';
    const notes = request.account.notes.filter(({ candidate_id: id }) => id === candidate.id);
    const ordered = isAscending ? notes : notes.toReversed();
    const shown = ordered.slice((page - 1) * size, page * size).map(crmNote);
    return { status: 200, body: shown, headers: { 'x-pagination': paginationHeader(page, size, notes.length) } };
}

function crmNote(note: Record<string, unknown>): unknown {
    const { id, candidate_id, created_at: createdAt, body, user } = note;
    return {
        id,
        candidate_id,
        user_id: isRecord(user) ? user['id'] : null,
        timestamp: seconds(createdAt),
        content: body,
        is_private: note['private']
    };
}
