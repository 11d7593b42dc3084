import { checkFields, isInteger, InvalidInput, isRecord } from '../check-fields.ts';
import { notFound } from './reply.ts';
import { generate, idOf, INITIAL_SIZES, KINDS } from './rows.ts';
import type { Kind, Row, Sizes } from './rows.ts';

export interface Note extends Row {
    candidateId: string;
    isPrivate: boolean;
}

export interface StoredFile {
    candidateId: string;
    name: string;
    bytes: Buffer;
}

const MAX_ROWS = 20_000;

/** All that one organization has at Ashby. */
export class Account {
    #sizes: Sizes = { ...INITIAL_SIZES };
    readonly #rows = new Map<Kind, Row[]>();
    readonly #places = new Map<Kind, number>();
    readonly notes: Note[] = [];
    /** Uploads by their handles. */
    readonly files = new Map<string, StoredFile>();

    get sizes(): Readonly<Sizes> {
        return this.#sizes;
    }

    rows(kind: Kind): Row[] {
        const known = this.#rows.get(kind) ?? generate(kind, this.#sizes);
        this.#rows.set(kind, known);
        return known;
    }

    find(kind: Kind, id: unknown): Row | undefined {
        return this.rows(kind).find((row) => row.id === id);
    }

    /** @throws {Refusal} such as `candidate_not_found` */
    require(kind: Kind, id: string): Row {
        const row = this.find(kind, id);
        if (!row) throw notFound(kind === 'stages' ? 'interview_stage' : kind.slice(0, -1));
        return row;
    }

    applicationsOf(candidateId: string): Row[] {
        return this.rows('applications').filter(({ fields }) => fields['candidateId'] === candidateId);
    }

    insert(kind: Kind, fields: Record<string, unknown>, nowMs: number, createdMs = nowMs): Row {
        const rows = this.rows(kind);
        const place = this.#places.get(kind) ?? rows.length;
        this.#places.set(kind, place + 1);
        const row = { id: idOf(kind, place), place, createdMs, updatedMs: nowMs, fields };
        rows.push(row);
        return row;
    }

    /** What is deleted is in no list any more, with the applications of a candidate. */
    remove(kind: Kind, { id }: Row): void {
        this.#places.set(kind, this.#places.get(kind) ?? this.rows(kind).length);
        const isGone = (row: Row) => row.id === id;
        this.#rows.set(
            kind,
            this.rows(kind).filter((row) => !isGone(row))
        );
        if (kind === 'candidates') for (const application of this.applicationsOf(id)) this.remove('applications', application);
    }

    /** Starts anew with these sizes. @throws {InvalidInput} */
    resize(input: unknown): Readonly<Sizes> {
        const isSize = isInteger(0, MAX_ROWS);
        checkFields('The sizes', input, {
            seed: isSize,
            candidates: isSize,
            applications_per_candidate: isInteger(1, 10),
            jobs: isSize,
            users: isSize,
            locations: isSize
        });
        this.reset();
        this.#sizes = Object.assign({ ...INITIAL_SIZES }, input);
        return this.#sizes;
    }

    reset(): void {
        this.#sizes = { ...INITIAL_SIZES };
        this.#rows.clear();
        this.#places.clear();
        this.notes.length = 0;
        this.files.clear();
    }

    /**
     * A change as a user makes it: `{op, collection, id?, index?, fields?}`, or a list of them.
     * @returns the rows with their ids
     * @throws {InvalidInput}
     */
    mutate(input: unknown, nowMs: number): Record<string, unknown>[] {
        return (Array.isArray(input) ? input : [input]).map((change: unknown) => this.#mutateOne(change, nowMs));
    }

    #mutateOne(change: unknown, nowMs: number): Record<string, unknown> {
        checkFields('The change', change, {
            '*op': (value) => ['insert', 'update', 'delete'].includes(String(value)),
            '*collection': (value) => KINDS.some((kind) => kind === value),
            id: (value) => typeof value === 'string',
            index: isInteger(0),
            fields: isRecord
        });
        const kind = KINDS.find((known) => known === change['collection']) ?? 'candidates';
        const { op, id, index, fields } = change;
        const given = isRecord(fields) ? fields : {};
        const row =
            op === 'insert'
                ? this.insert(kind, { ...TEMPLATES[kind], ...given }, nowMs)
                : this.find(kind, id ?? idOf(kind, Number(index ?? 0)));
        if (!row) throw new InvalidInput('There is no such row.');
        if (op === 'update') Object.assign(row.fields, given);
        if (op === 'delete') this.remove(kind, row);
        row.updatedMs = nowMs;
        return { id: row.id, ...row.fields };
    }
}

/** What the API shows of a candidate that nothing is known of but a name. */
export const EMPTY_CANDIDATE = {
    name: 'New Candidate',
    emailAddresses: [],
    phoneNumbers: [],
    socialLinks: [],
    tags: [],
    fileHandles: [],
    customFields: [],
    profileUrl: 'https://app.ashby.example/candidates/new'
};

const TEMPLATES: Readonly<Partial<Record<Kind, Record<string, unknown>>>> = {
    candidates: EMPTY_CANDIDATE,
    jobs: { title: 'New Job', confidential: false, status: 'Draft', employmentType: 'FullTime', interviewPlanIds: [], hiringTeam: [] },
    locations: { name: 'New Location', isArchived: false },
    departments: { name: 'New Department', isArchived: false },
    users: { firstName: 'New', lastName: 'User', globalRole: 'Limited Access', isEnabled: true },
    sources: { title: 'New Source', isArchived: false }
};
