import { createHash } from 'node:crypto';
import { isRecord } from '../check-fields.ts';
import { showCandidate } from './ats-lists.ts';
import { idOf } from './ids.ts';
import { requireCandidate, requireUser } from './people.ts';
import { readJson } from './read-input.ts';
import { invalid, notFound, Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import type { GemRequest, Route } from './request.ts';
import { findSource } from './rows.ts';
import type { Row } from './rows.ts';

const MAX_NOTE_CHARACTERS = 10_000;

export const ATS_WRITES: readonly Route[] = [
    { method: 'POST', path: 'candidates', handle: createCandidate },
    { method: 'POST', path: 'candidates/*/activity_feed/notes', handle: createNote },
    { method: 'PATCH', path: 'applications/*', handle: changeSource }
];

function createCandidate(request: GemRequest): Reply {
    const { account, nowMs, switches } = request;
    const body = readJson(request.headers['content-type'], request.body, switches);
    const [firstName, lastName] = [body.required('first_name'), body.required('last_name')];
    const email = body.required('email');
    const jobId = body.required('job_id');
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid('json', 'email', 'Not a valid email address.');
    const [phone, title, company] = [body.text('phone_number'), body.text('title'), body.text('company')];
    const [sourceId, stageId] = [body.text('source_id'), body.text('initial_stage_id')];
    const linkedIn = body.text('linkedin_handle');
    const attachments = body.list('attachments').map(readAttachment);
    const job = account.in('jobs').find(jobId);
    if (!job || job.deleted_at !== null) throw notFound('Job');
    const source = sourceId === undefined ? null : requireSource(sourceId);
    const stages = account.in('job_stages').page({ includeDeleted: false, row: (row) => row['job_id'] === jobId }, 0, 100).rows;
    const stage = stageId === undefined ? stages[0] : stages.find(({ id }) => id === stageId);
    if (stageId !== undefined && !stage) throw new Refusal(400, 'The stage is not one of this job.');
    const now = new Date(nowMs).toISOString();
    const candidate = account.in('candidates').insert(
        {
            ...EMPTY_PERSON,
            first_name: firstName,
            last_name: lastName,
            company: company ?? null,
            title: title ?? null,
            attachments: attachments.map((attachment) => ({ ...attachment, created_at: now })),
            phone_numbers: phone === undefined ? [] : [{ type: null, value: phone }],
            email_addresses: [{ type: null, value: email, is_primary: true }],
            social_media_addresses: linkedIn === undefined ? [] : [{ value: `https://www.linkedin.com/in/${linkedIn}` }]
        },
        nowMs
    );
    insertApplication(request, { candidate, job, stage, source });
    return { status: switches.created_status, body: showCandidate(candidate, request) };
}

/** The parts of a person's row that nothing was said about. */
export const EMPTY_PERSON = { tags: [], educations: [], employments: [], linked_user_ids: [], attachments: [], is_private: false };

function insertApplication(
    { account, nowMs }: GemRequest,
    { candidate, job, stage, source }: { candidate: Row; job: Row; stage: Row | undefined; source: object | null }
): void {
    account.in('applications').insert(
        {
            candidate_id: candidate.id,
            applied_at: new Date(nowMs).toISOString(),
            rejected_at: null,
            source,
            credited_to: null,
            rejection_reason: null,
            jobs: [{ id: job.id, name: job['name'] }],
            job_post_id: null,
            status: 'active',
            current_stage: stage ? { id: stage.id, name: stage['name'] } : null
        },
        nowMs
    );
}

function readAttachment(attachment: unknown): { filename: string; type: string } {
    const { filename, type, content } = isRecord(attachment) ? attachment : {};
    if (typeof filename !== 'string' || typeof content !== 'string')
        throw invalid('json', 'attachments', 'Missing data for required field.');
    return { filename, type: typeof type === 'string' ? type : 'other' };
}

function createNote(request: GemRequest): Reply {
    const { account, nowMs, switches, params } = request;
    const body = readJson(request.headers['content-type'], request.body, switches);
    const userId = body.required('user_id');
    const text = body.required('body', MAX_NOTE_CHARACTERS);
    const visibility = body.oneOf('visibility', ['public', 'private']);
    if (visibility === undefined) throw invalid('json', 'visibility', 'Missing data for required field.');
    const candidate = requireCandidate(request, params[0] ?? '');
    const { id, name, first_name, last_name, employee_id } = requireUser(request, userId, 'ats');
    const note = {
        id: idOf('notes', account.notes.length),
        candidate_id: candidate.id,
        created_at: new Date(nowMs).toISOString(),
        body: text,
        user: { id, name, first_name, last_name, employee_id },
        private: visibility === 'private',
        visibility
    };
    account.notes.push(note);
    const { candidate_id: _, ...shown } = note;
    return { status: switches.created_status, body: shown };
}

function changeSource(request: GemRequest): Reply {
    const { account, nowMs, switches, params } = request;
    const body = readJson(request.headers['content-type'], request.body, switches);
    const source = requireSource(body.required('source_id'));
    const row = account.in('applications').change(params[0] ?? '', { source }, nowMs, { touches: switches.patch_is_activity });
    if (!row) throw notFound('Application');
    return { status: 200, body: row };
}

function requireSource(id: string): object {
    const source = findSource(id);
    if (!source) throw new Refusal(400, 'The source does not exist.');
    return source;
}

export function sha256(bytes: Buffer): string {
    return createHash('sha256').update(bytes).digest('hex');
}
