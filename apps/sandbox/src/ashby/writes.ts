import { randomUUID } from 'node:crypto';
import { isRecord, recordsIn } from '../check-fields.ts';
import { EMPTY_CANDIDATE } from './account.ts';
import { invalidInput, notFound, Refusal } from './reply.ts';
import type { AshbyRequest, Endpoint, Results } from './request.ts';
import { otherId, statusOf } from './rows.ts';
import { showApplication, showCandidate, showNote } from './show.ts';

export const WRITES: Readonly<Record<string, Endpoint>> = {
    'candidate.create': { permission: 'candidatesWrite', handle: createCandidate },
    'candidate.createNote': { permission: 'candidatesWrite', handle: createNote },
    'candidate.uploadResume': { permission: 'candidatesWrite', takesForm: true, handle: uploadResume },
    'application.create': { permission: 'candidatesWrite', handle: createApplication },
    'application.changeSource': { permission: 'candidatesWrite', handle: changeSource },
    'application.update': { permission: 'candidatesWrite', handle: updateApplication }
};

function createCandidate(request: AshbyRequest): Results {
    const { account, parameters, nowMs } = request;
    const [name, email, phone] = [parameters.required('name'), parameters.text('email'), parameters.text('phoneNumber')];
    const others = parameters.texts('alternateEmailAddresses') ?? [];
    const links = [
        ['LinkedIn', parameters.url('linkedInUrl')],
        ['GitHub', parameters.url('githubUrl')],
        ['Website', parameters.url('website')]
    ] as const;
    const emails = [...(email === undefined ? [] : [email]), ...others];
    const fields = {
        ...EMPTY_CANDIDATE,
        ...readCredit(request),
        name,
        emailAddresses: emails.map((value, place) => ({ value, type: place === 0 ? 'Personal' : 'Other', isPrimary: place === 0 })),
        phoneNumbers: phone === undefined ? [] : [{ value: phone, type: 'Personal', isPrimary: true }],
        socialLinks: links.flatMap(([type, url]) => (url === undefined ? [] : [{ type, url }]))
    };
    const row = account.insert('candidates', fields, nowMs, parameters.timeMs('createdAt'));
    row.fields['profileUrl'] = `https://app.ashby.example/candidates/${row.id}`;
    return { results: showCandidate(account, row) };
}

/** `sourceId` and `creditedToUserId`, of what exists. @throws {Refusal} */
function readCredit({ account, parameters }: AshbyRequest): { sourceId?: string; creditedToUserId?: string } {
    const [sourceId, creditedToUserId] = [parameters.id('sourceId'), parameters.id('creditedToUserId')];
    return {
        ...(sourceId === undefined ? {} : { sourceId: account.require('sources', sourceId).id }),
        ...(creditedToUserId === undefined ? {} : { creditedToUserId: account.require('users', creditedToUserId).id })
    };
}

function createNote({ account, parameters, key, nowMs }: AshbyRequest): Results {
    const candidate = account.require('candidates', parameters.requiredId('candidateId'));
    const { note } = parameters.fields;
    const content = isRecord(note) && (note['type'] === 'text/plain' || note['type'] === 'text/html') ? note['value'] : note;
    if (typeof content !== 'string') throw invalidInput('note has an invalid value.');
    const isPrivate = parameters.flag('isPrivate');
    parameters.flag('sendNotifications');
    if (isPrivate && !key.private_fields)
        throw new Refusal('missing_endpoint_permission', 'The API key has no access to non-offer private fields.', 403);
    const place = account.notes.length;
    const made = {
        id: otherId('note', place),
        place,
        createdMs: parameters.timeMs('createdAt') ?? nowMs,
        updatedMs: nowMs,
        fields: { content },
        candidateId: candidate.id,
        isPrivate
    };
    account.notes.push(made);
    return { results: showNote(made) };
}

/** As a form; the other way, by a handle of `file.createFileUploadHandle`, is not emulated. */
async function uploadResume({ account, headers, body, nowMs }: AshbyRequest): Promise<Results> {
    const contentType = headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*;/i.test(contentType)) throw invalidInput('resume is required.');
    const form = await readForm(contentType, body);
    const candidateId = form?.get('candidateId');
    const resume = form?.get('resume');
    if (typeof candidateId !== 'string') throw invalidInput('candidateId is required.');
    if (!(resume instanceof File)) throw invalidInput('resume is required.');
    const candidate = account.require('candidates', candidateId);
    const handle = Buffer.from(randomUUID()).toString('base64url');
    const file = { id: randomUUID(), name: resume.name, handle };
    account.files.set(handle, { candidateId, name: resume.name, bytes: Buffer.from(await resume.arrayBuffer()) });
    Object.assign(candidate.fields, { resumeFileHandle: file, fileHandles: [...recordsIn(candidate.fields['fileHandles']), file] });
    candidate.updatedMs = nowMs;
    return { results: showCandidate(account, candidate) };
}

async function readForm(contentType: string, body: Buffer): Promise<FormData | undefined> {
    try {
        return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    } catch {
        return undefined;
    }
}

/** In the stage that is named, else in the first one of type Lead. */
function createApplication(request: AshbyRequest): Results {
    const { account, parameters, nowMs } = request;
    const candidate = account.require('candidates', parameters.requiredId('candidateId'));
    const job = account.require('jobs', parameters.requiredId('jobId'));
    const plan = parameters.id('interviewPlanId') ?? job.fields['defaultInterviewPlanId'];
    const stages = account.rows('stages').filter(({ fields }) => fields['interviewPlanId'] === plan);
    if (stages.length === 0) throw notFound('interview_plan');
    const wanted = parameters.text('interviewStageId');
    const type = wanted === 'FirstPreInterviewScreen' ? 'PreInterviewScreen' : 'Lead';
    const isNamed = wanted !== undefined && wanted !== 'FirstPreInterviewScreen';
    const stage = stages.find(({ id, fields }) => (isNamed ? id === wanted : fields['type'] === type));
    if (!stage) throw notFound('interview_stage');
    const fields = {
        ...readCredit(request),
        candidateId: candidate.id,
        jobId: job.id,
        stageId: stage.id,
        status: statusOf(stage.fields['type']),
        customFields: [],
        hiringTeam: []
    };
    const row = account.insert('applications', fields, nowMs, parameters.timeMs('createdAt'));
    candidate.updatedMs = nowMs;
    return { results: showApplication(account, row) };
}

/** Null takes the source away. */
function changeSource(request: AshbyRequest): Results {
    const { account, parameters, nowMs } = request;
    const row = account.require('applications', parameters.requiredId('applicationId'));
    const isUnset = parameters.fields['sourceId'] === null;
    const sourceId = isUnset ? null : account.require('sources', parameters.requiredId('sourceId')).id;
    Object.assign(row.fields, { sourceId });
    row.updatedMs = nowMs;
    return { results: showApplication(account, row) };
}

function updateApplication(request: AshbyRequest): Results {
    const { account, parameters, nowMs } = request;
    const row = account.require('applications', parameters.requiredId('applicationId'));
    parameters.flag('sendNotifications');
    row.createdMs = parameters.timeMs('createdAt') ?? row.createdMs;
    Object.assign(row.fields, readCredit(request));
    row.updatedMs = nowMs;
    return { results: showApplication(account, row) };
}
