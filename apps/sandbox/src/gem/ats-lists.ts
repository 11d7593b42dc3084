import { randomUUID } from 'node:crypto';
import { recordsIn } from '../check-fields.ts';
import type { CollectionName } from './account.ts';
import type { Filter } from './collection.ts';
import { readCount, readEnum, readFlag, readIds, readTimes } from './read-input.ts';
import { notFound } from './reply.ts';
import type { Reply } from './reply.ts';
import type { GemRequest, Route } from './request.ts';
import type { Row } from './rows.ts';

const MAX_PER_PAGE = 500;
const DEFAULT_PER_PAGE = 100;
const APPLICATION_STATUSES = ['active', 'rejected', 'hired'];
const JOB_STATUSES = ['open', 'closed', 'draft', 'pending_approval', 'approved'];

type RowFilter = (request: GemRequest) => ((row: Row) => boolean) | undefined;

export const ATS_READS: readonly Route[] = [
    { method: 'GET', path: 'candidates', handle: list('candidates', ofCandidates, showCandidate) },
    {
        method: 'GET',
        path: 'candidates/*',
        handle(request) {
            const { account, switches } = request;
            const row = account.in('candidates').find(request.params[0] ?? '');
            if (!row || (!switches.prospects_in_ats && account.prospects.has(row.id))) throw notFound('Candidate');
            return { status: 200, body: showCandidate(row, request) };
        }
    },
    { method: 'GET', path: 'applications', handle: list('applications', ofApplications) },
    { method: 'GET', path: 'jobs', handle: list('jobs', ofJobs) },
    {
        method: 'GET',
        path: 'jobs/*/stages',
        handle(request) {
            const jobId = request.params[0] ?? '';
            if (!request.account.in('jobs').find(jobId)) throw notFound('Job');
            return list('job_stages', () => (row) => row['job_id'] === jobId)(request);
        }
    },
    { method: 'GET', path: 'job_posts', handle: list('job_posts', ofJobPosts) },
    { method: 'GET', path: 'job_stages', handle: list('job_stages') },
    { method: 'GET', path: 'offices', handle: list('offices', undefined, ({ created_at: _, ...office }) => office) },
    { method: 'GET', path: 'users', handle: list('users', ofUsers) }
];

function list(name: CollectionName, ofRow?: RowFilter, show: (row: Row, request: GemRequest) => unknown = (row) => row) {
    return (request: GemRequest): Reply => {
        const { account, query, switches } = request;
        const perPage = readCount(query, 'per_page', { max: MAX_PER_PAGE, fallback: DEFAULT_PER_PAGE });
        const asked = readCount(query, 'page', { max: Infinity, fallback: 1 });
        const page = switches.page_repeats ? 1 : asked;
        const times = name === 'offices' ? undefined : readTimes(query, 'iso', switches);
        const row = ofRow?.(request);
        // Job posts have no such parameter: their deleted ones never show.
        const includeDeleted = name !== 'job_posts' && readFlag(query, 'include_deleted') === true;
        const filter: Filter = { includeDeleted, ...(times ? { times } : {}), ...(row ? { row } : {}) };
        const { rows, total } = account.in(name).page(filter, (page - 1) * perPage, perPage);
        const headers = switches.ats_pagination_header ? { 'x-pagination': paginationHeader(page, perPage, total) } : {};
        return { status: 200, body: rows.map((found) => withoutDeletion(show(found, request), includeDeleted)), headers };
    };
}

/** The CRM's metadata about a page. */
export function paginationHeader(page: number, size: number, total: number): string {
    const pages = Math.ceil(total / size);
    if (total === 0) return JSON.stringify({ total: 0, total_pages: 0 });
    return JSON.stringify({
        total,
        total_pages: pages,
        first_page: 1,
        last_page: pages,
        page,
        ...(page > 1 ? { previous_page: page - 1 } : {}),
        ...(page < pages ? { next_page: page + 1 } : {})
    });
}

/** `deleted_at` is only there when deleted rows were asked for. */
function withoutDeletion(shown: unknown, includeDeleted: boolean): unknown {
    if (includeDeleted || typeof shown !== 'object' || shown === null) return shown;
    const { deleted_at: _, ...rest } = { deleted_at: null, ...shown };
    return rest;
}

/** Attachments have an address of their own at every read, as pre-signed ones do. */
export function showCandidate(row: Row, { account, query, url }: GemRequest): unknown {
    const applications = account.applicationsOf(row.id, readFlag(query, 'include_deleted') === true);
    return {
        ...row,
        attachments: recordsIn(row['attachments']).map((file) => ({ ...file, url: `${url}/files/${row.id}?signature=${randomUUID()}` })),
        applications,
        application_ids: applications.map(({ id }) => id)
    };
}

function ofCandidates({ account, query, switches }: GemRequest): ((row: Row) => boolean) | undefined {
    const ids = readIds(query, 'candidate_ids');
    const [email, jobId] = [query.get('email'), query.get('job_id')];
    const hidesProspects = !switches.prospects_in_ats && account.prospects.size > 0;
    if (!ids && email === null && jobId === null && !hidesProspects) return undefined;
    return (row) =>
        (!ids || ids.includes(row.id)) &&
        (email === null || emailsOf(row).includes(email.toLowerCase())) &&
        (jobId === null || account.applicationsOf(row.id, false).some((application) => hasJob(application, jobId))) &&
        !(hidesProspects && account.prospects.has(row.id));
}

export function emailsOf(row: Row): string[] {
    return recordsIn(row['email_addresses']).map(({ value }) => String(value).toLowerCase());
}

function hasJob(application: Row, jobId: string): boolean {
    return recordsIn(application['jobs']).some(({ id }) => id === jobId);
}

function ofApplications({ query }: GemRequest): ((row: Row) => boolean) | undefined {
    const status = readEnum(query, 'status', APPLICATION_STATUSES);
    const jobId = query.get('job_id');
    if (status === undefined && jobId === null) return undefined;
    return (row) => (status === undefined || row['status'] === status) && (jobId === null || hasJob(row, jobId));
}

function ofJobs({ query }: GemRequest): ((row: Row) => boolean) | undefined {
    const status = readEnum(query, 'status', JOB_STATUSES);
    const [requisitionId, departmentId, officeId] = [query.get('requisition_id'), query.get('department_id'), query.get('office_id')];
    if (status === undefined && requisitionId === null && departmentId === null && officeId === null) return undefined;
    const has = (value: unknown, wanted: string) => recordsIn(value).some(({ id }) => id === wanted);
    return (row) =>
        (status === undefined || row['status'] === status) &&
        (requisitionId === null || row['requisition_id'] === requisitionId) &&
        (departmentId === null || has(row['departments'], departmentId)) &&
        (officeId === null || has(row['offices'], officeId));
}

function ofJobPosts({ query }: GemRequest): ((row: Row) => boolean) | undefined {
    const [live, active] = [readFlag(query, 'live'), readFlag(query, 'active')];
    if (live === undefined && active === undefined) return undefined;
    return (row) => (live === undefined || row['live'] === live) && (active === undefined || row['active'] === active);
}

function ofUsers({ query }: GemRequest): ((row: Row) => boolean) | undefined {
    const email = query.get('email');
    return email === null ? undefined : (row) => row['primary_email_address'] === email;
}
