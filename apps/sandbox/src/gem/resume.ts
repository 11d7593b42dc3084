import { recordsIn } from '../check-fields.ts';
import busboy from 'busboy';
import { idOf } from './ids.ts';
import { requireCandidate, requireUser } from './people.ts';
import { invalid, Refusal } from './reply.ts';
import type { Reply } from './reply.ts';
import type { GemRequest } from './request.ts';

const MAX_RESUME_BYTES = 10_000_000;
const DOWNLOAD_MS = 60_000;
const PART = 'resume_file';

/** The bytes that each kind of file starts with. */
const MAGIC: Readonly<Record<string, readonly number[]>> = {
    '.pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
    '.doc': [0xd0, 0xcf, 0x11, 0xe0],
    '.docx': [0x50, 0x4b, 0x03, 0x04]
};

interface Part {
    name: string;
    filename: string | undefined;
    bytes: Buffer;
}

/** `POST /v0/candidates/{id}/uploaded_resumes/{user}`: one file, as multipart. */
export async function uploadResume(request: GemRequest): Promise<Reply> {
    const { account, nowMs, params, switches } = request;
    const candidate = requireCandidate(request, params[0] ?? '');
    const userId = params[1] ?? '';
    requireUser(request, userId, 'crm');
    const [part, ...others] = await readParts(request);
    if (!part || others.length > 0 || part.name !== PART) throw invalid('files', PART, 'Exactly one file is required.');
    if (part.filename === undefined) throw invalid('files', PART, 'Not a valid file.');
    const extension = /\.[^.]+$/.exec(part.filename.toLowerCase())?.[0] ?? '';
    const magic = Object.hasOwn(MAGIC, extension) ? MAGIC[extension] : undefined;
    if (!magic) throw invalid('files', PART, `Not an allowed file type. Allowed file types: ${Object.keys(MAGIC).join(', ')}.`);
    if (part.bytes.length > MAX_RESUME_BYTES) throw new Refusal(413, 'The file is larger than 10 MB.');
    if (!magic.every((byte, place) => part.bytes[place] === byte))
        throw invalid('files', PART, 'The content does not match the file type.');
    const id = idOf('resumes', account.resumes.length);
    account.resumes.push({ id, candidateId: candidate.id, userId, filename: part.filename, bytes: part.bytes, createdMs: nowMs });
    const attachment = { filename: part.filename, type: 'resume', created_at: new Date(nowMs).toISOString() };
    account.in('candidates').change(candidate.id, { attachments: [...recordsIn(candidate['attachments']), attachment] }, nowMs);
    const body = {
        id,
        candidate_id: candidate.id,
        created_at: Math.floor(nowMs / 1000),
        user_id: userId,
        filename: part.filename,
        download_url: `${request.url}/files/${encodeURIComponent(id)}?expires=${nowMs + DOWNLOAD_MS}`
    };
    return { status: switches.created_status, body };
}

/** `GET /files/{id}`, without a key, until the address has expired. */
export function downloadResume({ account, nowMs, params, query }: GemRequest): Reply {
    const resume = account.resumes.find(({ id }) => id === params[0]);
    if (!resume || Number(query.get('expires')) < nowMs || Number(query.get('expires')) > resume.createdMs + DOWNLOAD_MS) {
        return { status: 403, body: { message: 'Request has expired' } };
    }
    return { status: 200, body: resume.bytes };
}

/** @throws {Refusal} 422 for what is no multipart body */
function readParts({ headers, body }: GemRequest): Promise<Part[]> {
    return new Promise((resolve, reject) => {
        const refuse = () => reject(invalid('files', PART, 'Missing data for required field.'));
        if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) return refuse();
        const parts: Part[] = [];
        try {
            const parser = busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, defParamCharset: 'utf8' });
            parser.on('field', (name, value) => parts.push({ name, filename: undefined, bytes: Buffer.from(value) }));
            parser.on('file', (name, stream, { filename }) => {
                const chunks: Buffer[] = [];
                // busboy leaves the filename out of its answer where the part has none.
                const given: string | undefined = filename;
                stream.on('data', (chunk: Buffer) => chunks.push(chunk));
                stream.on('close', () => parts.push({ name, filename: given, bytes: Buffer.concat(chunks) }));
            });
            parser.on('error', refuse);
            parser.on('close', () => resolve(parts));
            parser.end(body);
        } catch {
            // busboy throws for a content type without a boundary.
            refuse();
        }
    });
}
