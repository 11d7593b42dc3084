import { recordsIn } from '../check-fields.ts';
import { listPage } from './paging.ts';
import { invalidInput, notFound } from './reply.ts';
import type { AshbyRequest, Endpoint, Results } from './request.ts';
import { seededHandle } from './rows.ts';
import type { Kind, Row } from './rows.ts';
import { showApplication, showCandidate, showNote, showPlain, showTimed, showUser } from './show.ts';

const MAX_FOUND = 100;
const DOWNLOAD_MS = 3_600_000;
const JOB_STATUSES = ['Draft', 'Open', 'Closed', 'Archived'];
const APPLICATION_STATUSES = ['Hired', 'Archived', 'Active', 'Lead'];

export const READS: Readonly<Record<string, Endpoint>> = {
    'apiKey.info': {
        permission: 'apiKeysRead',
        handle: ({ key }) => ({
            results: {
                title: key.title,
                createdAt: '2024-01-01T00:00:00.000Z',
                scopes: key.permissions.map((permission) => permission.replace(/(Read|Write)$/, (access) => `:${access.toLowerCase()}`))
            }
        })
    },
    'candidate.list': {
        permission: 'candidatesRead',
        handle: (request) => listPage(request, { rows: request.account.rows('candidates'), show: candidate(request) })
    },
    'candidate.info': {
        permission: 'candidatesRead',
        handle: (request) => ({ results: candidate(request)(request.account.require('candidates', request.parameters.requiredId('id'))) })
    },
    'candidate.search': { permission: 'candidatesRead', handle: searchCandidates },
    'candidate.listNotes': { permission: 'candidatesRead', handle: listNotes },
    'application.list': { permission: 'candidatesRead', handle: listApplications },
    'application.info': {
        permission: 'candidatesRead',
        handle({ account, parameters }) {
            const row = account.require('applications', parameters.requiredId('applicationId'));
            return { results: { ...showApplication(account, row), applicationHistory: [] } };
        }
    },
    'job.list': { permission: 'jobsRead', handle: listJobs },
    'job.info': {
        permission: 'jobsRead',
        handle({ account, key, parameters }) {
            const row = account.require('jobs', parameters.requiredId('id'));
            if (row.fields['confidential'] === true && !key.confidential) throw notFound('job');
            return { results: showTimed(row) };
        }
    },
    'interviewStage.info': { permission: 'interviewsRead', handle: info('stages', 'interviewStageId', showPlain) },
    'interviewStage.list': { permission: 'interviewsRead', handle: listStages },
    'location.info': { permission: 'organizationRead', handle: info('locations', 'locationId', showPlain) },
    'location.list': { permission: 'organizationRead', handle: listUnlessArchived('locations', showPlain) },
    'department.list': { permission: 'organizationRead', handle: listUnlessArchived('departments', showTimed) },
    'user.info': { permission: 'organizationRead', handle: info('users', 'userId', showUser) },
    'user.list': {
        permission: 'organizationRead',
        handle(request) {
            const isWhole = request.parameters.flag('includeDeactivated');
            const rows = request.account.rows('users').filter(({ fields }) => isWhole || fields['isEnabled'] === true);
            return listPage(request, { rows, show: showUser });
        }
    },
    'source.list': {
        permission: 'hiringProcessMetadataRead',
        handle: ({ account, parameters }) => ({
            results: unlessArchived(account.rows('sources'), parameters.flag('includeArchived')).map(showPlain),
            moreDataAvailable: false
        })
    },
    'file.info': { permission: 'candidatesRead', handle: fileInfo }
};

/** @param idName in the request */
function info(kind: Kind, idName: string, show: (row: Row) => unknown): (request: AshbyRequest) => Results {
    return ({ account, parameters }) => ({ results: show(account.require(kind, parameters.requiredId(idName))) });
}

const candidate =
    ({ account }: AshbyRequest) =>
    (row: Row) =>
        showCandidate(account, row);

const unlessArchived = (rows: readonly Row[], includesArchived: boolean) =>
    rows.filter(({ fields }) => includesArchived || fields['isArchived'] !== true);

function listUnlessArchived(kind: Kind, show: (row: Row) => unknown): (request: AshbyRequest) => Results {
    return (request) =>
        listPage(request, { rows: unlessArchived(request.account.rows(kind), request.parameters.flag('includeArchived')), show });
}

/** By both, where both are given. */
function searchCandidates(request: AshbyRequest): Results {
    const { account, parameters } = request;
    const [email, name] = [parameters.text('email')?.toLowerCase(), parameters.text('name')?.toLowerCase()];
    if (email === undefined && name === undefined) throw invalidInput('email or name is required.');
    const found = account.rows('candidates').filter(({ fields }) => {
        const hasEmail = recordsIn(fields['emailAddresses']).some(({ value }) => String(value).toLowerCase() === email);
        return (
            (email === undefined || hasEmail) &&
            String(fields['name'])
                .toLowerCase()
                .includes(name ?? '')
        );
    });
    return { results: found.slice(0, MAX_FOUND).map(candidate(request)) };
}

/** A key without access to private fields sees no private notes. */
function listNotes(request: AshbyRequest): Results {
    const { account, key, parameters } = request;
    const { id } = account.require('candidates', parameters.requiredId('candidateId'));
    const notes = account.notes.filter(({ candidateId, isPrivate }) => candidateId === id && (key.private_fields || !isPrivate));
    const byId = new Map(notes.map((note) => [note.id, note]));
    return listPage(request, {
        rows: notes,
        show(row) {
            const note = byId.get(row.id);
            return note ? showNote(note) : null;
        }
    });
}

function listApplications(request: AshbyRequest): Results {
    const { account, key, parameters } = request;
    const [status, jobId] = [parameters.text('status'), parameters.id('jobId')];
    if (status !== undefined && !APPLICATION_STATUSES.includes(status)) throw invalidInput('status has an invalid value.');
    const confidential = new Set(account.rows('jobs').flatMap(({ id, fields }) => (fields['confidential'] === true ? [id] : [])));
    const rows = account
        .rows('applications')
        .filter(
            ({ fields }) =>
                (status === undefined || fields['status'] === status) &&
                (jobId === undefined || fields['jobId'] === jobId) &&
                (key.confidential || !confidential.has(String(fields['jobId'])))
        );
    return listPage(request, { rows, show: (row) => showApplication(account, row) });
}

/** Drafts only where they are asked for. */
function listJobs(request: AshbyRequest): Results {
    const { account, key, parameters } = request;
    const statuses = parameters.texts('status', JOB_STATUSES) ?? JOB_STATUSES.slice(1);
    const rows = account
        .rows('jobs')
        .filter(({ fields }) => statuses.includes(String(fields['status'])) && (key.confidential || fields['confidential'] !== true));
    return listPage(request, { rows, show: showTimed });
}

/** All stages of a plan, in its order and in one page. */
function listStages({ account, parameters }: AshbyRequest): Results {
    const plan = parameters.requiredId('interviewPlanId');
    const stages = account.rows('stages').filter(({ fields }) => fields['interviewPlanId'] === plan);
    if (stages.length === 0) throw notFound('interview_plan');
    return { results: stages.map(showPlain), moreDataAvailable: false };
}

/** The address of a file, which works for a while without a key. */
function fileInfo({ account, parameters, nowMs, url }: AshbyRequest): Results {
    const handle = parameters.required('fileHandle');
    const isSeeded = account.rows('candidates').some(({ place }) => place % 4 === 0 && seededHandle(place) === handle);
    if (!isSeeded && !account.files.has(handle)) throw notFound('file');
    return { results: { url: `${url}/files/${handle}?expires=${nowMs + DOWNLOAD_MS}` } };
}
