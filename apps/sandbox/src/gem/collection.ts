import { createdMs, EPOCH_MS, updatedMs } from './rows.ts';
import type { Row, Sizes } from './rows.ts';
import { idOf, indexOf } from './ids.ts';
import type { Kind } from './ids.ts';

/** Numbers of created rows start here, far above those of the generated ones. */
const FIRST_EXTRA_INDEX = 50_000_000;

export interface Filter {
    includeDeleted: boolean;
    /** By times alone, which are cheap for generated rows. */
    times?(createdMs: number, updatedMs: number): boolean;
    row?(row: Row): boolean;
}

export interface Page {
    rows: Row[];
    /** All that pass the filter. */
    total: number;
}

/** What a kind of row is made of: a count, and a function of its index. */
export interface Source {
    kind: Kind;
    count(sizes: Sizes): number;
    row(sizes: Sizes, index: number): Row;
    /** Which generated index gives a row its times; its own by default. */
    timeIndex?(sizes: Sizes, index: number): number;
    /** The fields that a change sets to the time of the change. */
    changed: readonly string[];
}

/** Rows in the order of creation: made on demand, with a map of what has changed. */
export class Collection {
    readonly #source: Source;
    readonly #sizes: () => Sizes;
    readonly #changed = new Map<number, Row>();
    /** Rows inserted before and after the generated ones, in their order. */
    readonly #front: Row[] = [];
    readonly #back: Row[] = [];
    #made = 0;

    constructor(source: Source, sizes: () => Sizes) {
        this.#source = source;
        this.#sizes = sizes;
    }

    get kind(): Kind {
        return this.#source.kind;
    }

    find(id: string): Row | undefined {
        const index = indexOf(this.#source.kind, id);
        if (index === undefined) return undefined;
        return index < this.#count() ? this.#generated(index) : this.extras().find((row) => row.id === id);
    }

    at(index: number): Row | undefined {
        return index < this.#count() ? this.#generated(index) : undefined;
    }

    /** The rows that were created, oldest first. */
    extras(): readonly Row[] {
        return [...this.#front, ...this.#back];
    }

    /** @param place `front` makes it the oldest, so that all pages move by one */
    insert(fields: Record<string, unknown>, nowMs: number, place: 'front' | 'back' = 'back'): Row {
        this.#made += 1;
        const id = idOf(this.#source.kind, FIRST_EXTRA_INDEX + this.#made);
        const createdAt = new Date(place === 'front' ? EPOCH_MS - this.#made : nowMs).toISOString();
        const template = this.#source.row({ ...this.#sizes(), seed: 0 }, 3);
        const row: Row = { ...template, created_at: createdAt, ...this.#touched(nowMs), ...fields, id, deleted_at: null };
        if (place === 'front') this.#front.unshift(row);
        else this.#back.push(row);
        return row;
    }

    /** @returns undefined if there is no such row */
    change(id: string, fields: Record<string, unknown>, nowMs: number, { touches = true } = {}): Row | undefined {
        const row = this.find(id);
        if (!row) return undefined;
        const changed: Row = { ...row, ...(touches ? this.#touched(nowMs) : {}), ...fields, id, deleted_at: row.deleted_at };
        const deletedAt = fields['deleted_at'];
        if (deletedAt === null || typeof deletedAt === 'string') changed.deleted_at = deletedAt;
        const index = indexOf(this.#source.kind, id) ?? 0;
        if (index < this.#count()) this.#changed.set(index, changed);
        for (const list of [this.#front, this.#back]) {
            const place = list.indexOf(row);
            if (place >= 0) list[place] = changed;
        }
        return changed;
    }

    page(filter: Filter, start: number, length: number): Page {
        const rows: Row[] = [];
        let total = 0;
        const take = (make: () => Row) => {
            if (total >= start && rows.length < length) rows.push(make());
            total += 1;
        };
        const passes = (row: Row) =>
            (filter.includeDeleted || row.deleted_at === null) &&
            (filter.times?.(timeOf(row, CREATED_FIELDS), timeOf(row, UPDATED_FIELDS)) ?? true) &&
            (filter.row?.(row) ?? true);
        for (const row of this.#front) if (passes(row)) take(() => row);
        const isPlain = filter.times === undefined && filter.row === undefined;
        if (isPlain) total = this.#takePlain(filter, { rows, start, length, total });
        else {
            const sizes = this.#sizes();
            for (let index = 0; index < this.#count(); index += 1) {
                const changed = this.#changed.get(index);
                if (changed) {
                    if (passes(changed)) take(() => changed);
                    continue;
                }
                const timeIndex = this.#source.timeIndex?.(sizes, index) ?? index;
                if (filter.times && !filter.times(createdMs(timeIndex), updatedMs(sizes.seed, timeIndex))) continue;
                if (filter.row && !filter.row(this.#generated(index))) continue;
                take(() => this.#generated(index));
            }
        }
        for (const row of this.#back) if (passes(row)) take(() => row);
        return { rows, total };
    }

    /** Without filters only deleted rows are left out: no other row is made than the page's. */
    #takePlain(
        { includeDeleted }: Filter,
        { rows, start, length, total }: { rows: Row[]; start: number; length: number; total: number }
    ): number {
        const hidden = includeDeleted
            ? []
            : [...this.#changed].flatMap(([index, row]) => (row.deleted_at === null ? [] : [index])).toSorted((one, other) => one - other);
        let index = Math.max(0, start - total);
        for (const gone of hidden) if (gone <= index) index += 1;
        for (; index < this.#count() && rows.length < length; index += 1) {
            const row = this.#generated(index);
            if (includeDeleted || row.deleted_at === null) rows.push(row);
        }
        return total + this.#count() - hidden.length;
    }

    #count(): number {
        return this.#source.count(this.#sizes());
    }

    #generated(index: number): Row {
        return this.#changed.get(index) ?? this.#source.row(this.#sizes(), index);
    }

    #touched(nowMs: number): Record<string, unknown> {
        return Object.fromEntries(this.#source.changed.map((field) => [field, new Date(nowMs).toISOString()]));
    }
}

const CREATED_FIELDS = ['created_at', 'applied_at'];
const UPDATED_FIELDS = ['updated_at', 'last_activity_at', 'created_at'];

function timeOf(row: Row, fields: readonly string[]): number {
    for (const field of fields) {
        const value = row[field];
        if (typeof value === 'string') return Date.parse(value);
    }
    return EPOCH_MS;
}
