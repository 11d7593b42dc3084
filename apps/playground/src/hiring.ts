import type { Candidate, ConnectionKey, Note, Patchbay } from '@patchbay/node';
import { describeSystem } from './linked-system.ts';
import { requireNewest } from './own-connections.ts';
import { type Deps, type Endpoint, RequestError, requiredText } from './request.ts';

/** The recruiting system that the page is about. */
const integration = 'gatherwell';
const PAGE_SIZE = 25;

/** What the page for hiring asks for. */
export const hiring: Readonly<Record<string, Endpoint>> = {
    'GET /api/hiring': (deps) => describeSystem(deps, integration, ['candidates', 'applications', 'jobs', 'users']),

    'GET /api/hiring/candidates': async ({ patchbay }, { query }) => {
        const connection = await requireNewest(patchbay, integration);
        const cursor = query.get('cursor');
        const page = await patchbay.ats.candidates.list(connection, {
            limit: PAGE_SIZE,
            filter: ['added', 'updated'],
            ...(cursor ? { cursor } : {})
        });
        return {
            candidates: page.records.map(inList),
            next: page.next_cursor,
            syncStatus: page.sync_status,
            syncedAt: page.synced_at
        };
    },

    'GET /api/hiring/candidate': async ({ patchbay }, { query }) => {
        const id = query.get('id');
        if (!id) throw new RequestError(400, 'Name a candidate.');
        const connection = await requireNewest(patchbay, integration);
        const [candidate, notes] = await Promise.all([
            patchbay.ats.candidates.get(connection, id),
            patchbay.ats.notes.list(connection, id).then(
                (list) => list.map(inDetail),
                // What was read before is still worth showing.
                (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })
            )
        ]);
        return {
            ...inList(candidate),
            emails: candidate.email_addresses.map(({ value }) => value),
            phones: candidate.phone_numbers.map(({ value }) => value),
            tags: candidate.tags,
            files: candidate.attachments.map(({ filename, created_at: at }) => ({ filename, at })),
            applications: candidate.applications.map(({ jobs, status, current_stage: stage, applied_at: at }) => ({
                job: jobs.map(({ name }) => name).join(', '),
                status,
                stage: stage?.name ?? null,
                at
            })),
            notes
        };
    },

    'POST /api/hiring/note': async ({ patchbay }, { body }) => {
        const [candidate_id, text] = [requiredText(body, 'candidate', 'The candidate'), requiredText(body, 'text', 'The text of the note')];
        const connection = await requireNewest(patchbay, integration);
        const author = await findAuthor(patchbay, connection);
        const idempotencyKey = requiredText(body, 'once', 'The key of this note');
        const note = await patchbay.ats.candidates.addNote(
            connection,
            { candidate_id, user_id: author.id, body: text, visibility: 'public' },
            { idempotencyKey }
        );
        return { ...inDetail(note), author: author.name };
    },

    'POST /api/hiring/read': async ({ patchbay }) => {
        await patchbay.syncs.trigger(await requireNewest(patchbay, integration), ['candidates', 'applications']);
        return { reading: true };
    }
};

/** Takes a resume as it comes from the page: a file's bytes. */
export async function uploadResume({ patchbay }: Deps, query: URLSearchParams, file: Uint8Array) {
    const [candidate_id, filename] = [query.get('candidate'), query.get('filename')];
    if (!candidate_id || !filename) throw new RequestError(400, 'Name a candidate, and the file.');
    if (file.length === 0) throw new RequestError(400, 'The file is empty.');
    const connection = await requireNewest(patchbay, integration);
    const author = await findAuthor(patchbay, connection);
    const resume = await patchbay.ats.candidates.uploadResume(connection, { candidate_id, user_id: author.id, file, filename });
    return { filename: resume.filename, at: resume.created_at, author: author.name };
}

function inList({ id, name, title, company, email_addresses: emails, applications }: Candidate) {
    return {
        id,
        name,
        title,
        company,
        email: (emails.find(({ is_primary: isPrimary }) => isPrimary) ?? emails[0])?.value ?? null,
        applying: applications.filter(({ status }) => status === 'active').length,
        hired: applications.some(({ status }) => status === 'hired')
    };
}

function inDetail({ id, body, created_at: at, user }: Note) {
    return { id, text: body, at, author: user?.name ?? null };
}

/** Who writes at the recruiting system. A real product knows which of its users is whom there. */
async function findAuthor(patchbay: Patchbay, connection: ConnectionKey): Promise<{ id: string; name: string }> {
    for await (const { id, name, disabled } of patchbay.ats.users.items(connection)) if (!disabled) return { id, name: name ?? id };
    throw new RequestError(404, 'The recruiting system has no user who could write this yet.');
}
