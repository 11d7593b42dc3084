import { checkFields, isInteger, isRecord, InvalidInput } from '../check-fields.ts';
import { Collection } from './collection.ts';
import { idOf, indexOf } from './ids.ts';
import { applicationRow, candidateRow, INITIAL_SIZES, jobPostRow, jobRow, jobStageRow, officeRow, userRow } from './rows.ts';
import type { Row, Sizes } from './rows.ts';

/** A resume as it was uploaded. */
export interface Resume {
    id: string;
    candidateId: string;
    userId: string;
    filename: string;
    bytes: Buffer;
    createdMs: number;
}

const COLLECTION_NAMES = ['candidates', 'applications', 'jobs', 'job_posts', 'job_stages', 'offices', 'users'] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];
const MAX_ROWS = 1_000_000;

/** All that one customer has at Gem. */
export class Account {
    #sizes: Sizes = { ...INITIAL_SIZES };
    #collections = this.#freshCollections();
    /** What the CRM knows of those it created, beyond the ATS's fields, by id. */
    readonly prospects = new Map<string, Record<string, unknown>>();
    readonly notes: Record<string, unknown>[] = [];
    readonly resumes: Resume[] = [];

    get sizes(): Readonly<Sizes> {
        return this.#sizes;
    }

    in(name: CollectionName): Collection {
        return this.#collections[name];
    }

    /** Starts anew with these sizes. @throws {InvalidInput} */
    resize(input: unknown): Readonly<Sizes> {
        const isSize = isInteger(0, MAX_ROWS);
        checkFields('The sizes', input, {
            seed: isSize,
            candidates: isSize,
            applications_per_candidate: isInteger(1, 100),
            jobs: isSize,
            stages_per_job: isInteger(1, 100),
            users: isSize,
            offices: isSize
        });
        this.#sizes = Object.assign({ ...INITIAL_SIZES }, input);
        this.#clear();
        return this.#sizes;
    }

    reset(): void {
        this.#sizes = { ...INITIAL_SIZES };
        this.#clear();
    }

    /** With the generated ones first, then those that were made. */
    applicationsOf(candidateId: string, includeDeleted: boolean): Row[] {
        const { candidates, applications_per_candidate: perCandidate } = this.#sizes;
        const index = indexOf('candidates', candidateId) ?? candidates;
        const applications = this.in('applications');
        const generated = Array.from({ length: index < candidates ? perCandidate : 0 }, (_, place) =>
            applications.at(index * perCandidate + place)
        );
        const made = applications.extras().filter((row) => row['candidate_id'] === candidateId);
        return [...generated, ...made].filter((row) => row !== undefined).filter((row) => includeDeleted || row.deleted_at === null);
    }

    /**
     * A change as a user makes it: `{op, collection, id?, index?, fields?, place?}`, or a list of
     * them. @returns the rows as they are now @throws {InvalidInput}
     */
    mutate(input: unknown, nowMs: number): Row[] {
        return (Array.isArray(input) ? input : [input]).map((change: unknown) => this.#mutateOne(change, nowMs));
    }

    #mutateOne(change: unknown, nowMs: number): Row {
        checkFields('The change', change, {
            '*op': (value) => ['insert', 'update', 'delete', 'restore'].includes(String(value)),
            '*collection': (value) => COLLECTION_NAMES.some((name) => name === value),
            id: (value) => typeof value === 'string',
            index: isInteger(0),
            fields: isRecord,
            place: (value) => value === 'front' || value === 'back'
        });
        const { op, id, index, fields, place } = change;
        const collection = this.in(COLLECTION_NAMES.find((name) => name === change['collection']) ?? 'candidates');
        const given = isRecord(fields) ? fields : {};
        if (op === 'insert') return collection.insert(given, nowMs, place === 'front' ? 'front' : 'back');
        const target = typeof id === 'string' ? id : idOf(collection.kind, Number(index ?? 0));
        const deletedAt = op === 'delete' ? new Date(nowMs).toISOString() : null;
        const row = collection.change(target, op === 'update' ? given : { ...given, deleted_at: deletedAt }, nowMs);
        if (!row) throw new InvalidInput('There is no such row.');
        return row;
    }

    #clear(): void {
        this.#collections = this.#freshCollections();
        this.prospects.clear();
        this.notes.length = 0;
        this.resumes.length = 0;
    }

    #freshCollections(): Record<CollectionName, Collection> {
        const sizes = () => this.#sizes;
        const updated = ['updated_at'];
        return {
            candidates: new Collection(
                { kind: 'candidates', count: (of) => of.candidates, row: candidateRow, changed: ['updated_at', 'last_activity'] },
                sizes
            ),
            applications: new Collection(
                {
                    kind: 'applications',
                    count: (of) => of.candidates * of.applications_per_candidate,
                    row: applicationRow,
                    timeIndex: (of, index) => Math.floor(index / of.applications_per_candidate),
                    changed: ['last_activity_at']
                },
                sizes
            ),
            jobs: new Collection({ kind: 'jobs', count: (of) => of.jobs, row: jobRow, changed: updated }, sizes),
            job_posts: new Collection({ kind: 'job_posts', count: (of) => of.jobs, row: jobPostRow, changed: updated }, sizes),
            job_stages: new Collection(
                { kind: 'job_stages', count: (of) => of.jobs * of.stages_per_job, row: jobStageRow, changed: updated },
                sizes
            ),
            offices: new Collection(
                { kind: 'offices', count: (of) => of.offices, row: (of, index) => officeRow(of.seed, index), changed: [] },
                sizes
            ),
            users: new Collection({ kind: 'users', count: (of) => of.users, row: userRow, changed: updated }, sizes)
        };
    }
}
