import { headersOf } from '../headers-of.ts';
import { type FileSource, multipartStream } from '../multipart-stream.ts';
import type { CreateNote, Note, Resume } from '../operations.gen.ts';
import type { Call, Operations, OperationTable } from '../operations.ts';
import { unifiedResource, unifiedSender, writeOf } from '../unified-resource.ts';
import type { ConnectionKey } from './connections.ts';
import type { UnifiedResource, WriteOptions, Written } from './unified.ts';

/** The operations of each resource. */
const tables = {
    candidates: { list: 'listCandidates', get: 'getCandidate', create: 'createCandidate' },
    applications: { list: 'listApplications', get: 'getApplication' },
    jobs: { list: 'listJobs', get: 'getJob' },
    jobPosts: { list: 'listJobPosts', get: 'getJobPost' },
    jobStages: { list: 'listJobStages', get: 'getJobStage' },
    locations: { list: 'listLocations', get: 'getLocation' },
    users: { list: 'listUsers', get: 'getUser' }
} as const satisfies Record<string, OperationTable>;
type Resource<Name extends keyof typeof tables> = UnifiedResource<(typeof tables)[Name]>;

export interface ResumeFile {
    /** Id of the candidate. */
    candidate_id: string;
    /** Id of the user who uploads it. */
    user_id: string;
    /** A PDF or Word file of at most 2 MiB; what is a stream is sent piece by piece. */
    file: FileSource;
    /** Its name, which ends with `.pdf`, `.doc` or `.docx`. */
    filename: string;
}

/** People who apply, or who may be asked to. */
export interface Candidates extends Resource<'candidates'> {
    /**
     * Uploads a resume of a candidate: a PDF or Word file of at most 2 MiB.
     * @param connection where, such as one of `connections.list`.
     * @param resume the file, whose it is, and who uploads it.
     * @param options see `WriteOptions`. Absent: it is uploaded once, whatever the network does.
     * @returns the resume as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `file_too_large` (413), `invalid_file_type` (415), `vendor_fault`,
     * `outcome_unknown`.
     * @example
     * await patchbay.ats.candidates.uploadResume(connection, {
     *     candidate_id: 'Y2FuZDo0NzEx',
     *     user_id: 'dXNyOjEy',
     *     file: new Blob(['%PDF-1.7 …']),
     *     filename: 'tomas-rivera.pdf'
     * });
     */
    uploadResume<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        resume: ResumeFile,
        options?: Options
    ): Promise<Written<Options, Resume>>;
    /**
     * Adds a note to a candidate; the same as `notes.create`.
     * @param connection where, such as one of `connections.list`.
     * @param note its text, whom it is about, and who writes it. Private by default.
     * @param options see `WriteOptions`. Absent: it is added once, whatever the network does.
     * @returns the note as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `invalid_action_input`, `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.ats.candidates.addNote(connection, {
     *     candidate_id: 'Y2FuZDo0NzEx',
     *     user_id: 'dXNyOjEy',
     *     body: 'Prefers to be called in the afternoon.'
     * });
     */
    addNote<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        note: CreateNote,
        options?: Options
    ): Promise<Written<Options, Note>>;
}

/** Notes about candidates. */
export interface Notes {
    /**
     * Lists the notes of a candidate, as the provider has them now.
     * @param connection where, such as one of `connections.list`.
     * @param candidateId id of the candidate.
     * @returns the notes.
     * @throws {ApiError} `unsupported_by_provider`, `vendor_fault`.
     * @example
     * const notes = await patchbay.ats.notes.list(connection, 'Y2FuZDo0NzEx');
     */
    list(connection: ConnectionKey, candidateId: string): Promise<Note[]>;
    /**
     * Adds a note to a candidate.
     * @param connection where, such as one of `connections.list`.
     * @param note its text, whom it is about, and who writes it. Private by default.
     * @param options see `WriteOptions`. Absent: it is added once, whatever the network does.
     * @returns the note as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `invalid_action_input`, `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.ats.notes.create(connection, {
     *     candidate_id: 'Y2FuZDo0NzEx',
     *     user_id: 'dXNyOjEy',
     *     body: 'Prefers to be called in the afternoon.',
     *     visibility: 'public'
     * });
     */
    create<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        note: CreateNote,
        options?: Options
    ): Promise<Written<Options, Note>>;
}

/** Applications of candidates for jobs. */
export interface Applications extends Resource<'applications'> {
    /**
     * Changes the source of an application.
     * @param connection where, such as one of `connections.list`.
     * @param id id of the application at the provider.
     * @param changes `source_id`: where it came from.
     * @param options see `WriteOptions`. Absent: a newer change at the provider is kept.
     * @returns the application as the provider has it; with `dryRun` what would be sent.
     * @throws {ApiError} `newer_at_vendor`, `vendor_fault`, `outcome_unknown`.
     * @example
     * await patchbay.ats.applications.update(connection, 'YXBwOjgxNQ', { source_id: 'c3JjOjk' });
     */
    update<Options extends WriteOptions = WriteOptions>(
        connection: ConnectionKey,
        id: string,
        changes: Operations['updateApplication']['body'],
        options?: Options
    ): Promise<Written<Options, Operations['updateApplication']['response']>>;
}

/** Applicant tracking of your end users, the same for each provider. */
export class Ats {
    /** People who apply, or who may be asked to. */
    readonly candidates: Candidates;
    /** Notes about candidates. */
    readonly notes: Notes;
    /** Applications of candidates for jobs. */
    readonly applications: Applications;
    /** The jobs that are to be filled. */
    readonly jobs: Resource<'jobs'>;
    /** Jobs as candidates read of them. */
    readonly jobPosts: Resource<'jobPosts'>;
    /** The stages that applications for a job go through. */
    readonly jobStages: Resource<'jobStages'>;
    /** The offices. */
    readonly locations: Resource<'locations'>;
    /** Who uses the applicant tracking. */
    readonly users: Resource<'users'>;

    constructor(call: Call) {
        const resource = <Name extends keyof typeof tables>(name: Name): Resource<Name> => unifiedResource(call, tables[name]);
        const send = unifiedSender(call);
        this.notes = {
            list: (connection, candidate_id) => call('listCandidateNotes', { headers: headersOf(connection), query: { candidate_id } }),
            create(connection, body, given) {
                const { request, options } = writeOf(given);
                return send('createCandidateNote', connection, { ...request, body }, options);
            }
        };
        this.candidates = {
            ...resource('candidates'),
            addNote: this.notes.create,
            uploadResume(connection, { candidate_id, user_id, file: source, filename }, given) {
                const { request, options } = writeOf(given);
                const stream = multipartStream({ candidate_id, user_id }, { name: 'resume_file', filename, source });
                return send('uploadResume', connection, request, { ...options, stream });
            }
        };
        this.applications = {
            ...resource('applications'),
            update(connection, id, body, given) {
                const { request, options } = writeOf(given);
                return send('updateApplication', connection, { params: { id }, ...request, body }, options);
            }
        };
        this.jobs = resource('jobs');
        this.jobPosts = resource('jobPosts');
        this.jobStages = resource('jobStages');
        this.locations = resource('locations');
        this.users = resource('users');
    }
}
