import { createdAt, firstFreeId, idOfRow, indexOfId, isActiveRow, updatedAt } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { generateRow } from './generate.ts';
import { KINDS } from './kinds.ts';
import type { KindName } from './kinds.ts';
import { amountOf, centsOf, textOf } from './row.ts';
import type { Row } from './row.ts';

/** A row without its fields, which are made when they are asked for. */
export interface Entry {
    id: string;
    createdMs: number;
    updatedMs: number;
    isActive: boolean;
    /** Deleted for good; lists of names have none. */
    isDeleted: boolean;
    row(): Row;
}

/** The last number in a name or document number; `Customer 7` may be the row at index 6. */
const LAST_NUMBER = /(\d{1,9})(?: \(deleted\))?$/;

/** All rows of one company: those of its data set, with what was changed since on top. */
export class Books {
    readonly dataset: Dataset;
    readonly #changed = new Map<KindName, Map<string, Entry>>();
    /** Names and document numbers that were written since, to the ids that had them. */
    readonly #idsByLabel = new Map<string, string[]>();
    /** Hundredths by which balances differ from the rows: `Customer 5` to 1000. */
    readonly #balances = new Map<string, number>();
    #nextId: number;

    constructor(dataset: Dataset) {
        this.dataset = dataset;
        this.#nextId = firstFreeId(dataset);
    }

    newId(): string {
        this.#nextId += 1;
        return String(this.#nextId - 1);
    }

    /** A row that is not deleted. */
    get(kind: KindName, id: string): Row | undefined {
        const entry = this.entry(kind, id);
        return entry?.isDeleted === false ? entry.row() : undefined;
    }

    entry(kind: KindName, id: string): Entry | undefined {
        const changed = this.#changed.get(kind)?.get(id);
        if (changed) return changed;
        const index = indexOfId(this.dataset, kind, id);
        return index === undefined ? undefined : this.#generated(kind, index);
    }

    put(kind: KindName, row: Row, times: { createdMs: number; updatedMs: number }): void {
        const id = textOf(row['Id']) ?? '';
        const isActive = row['Active'] !== false;
        this.#set(kind, { id, ...times, isActive, isDeleted: false, row: () => this.#withBalance(kind, row) });
        for (const key of labelsOf(kind, row)) this.#idsByLabel.set(key, [...(this.#idsByLabel.get(key) ?? []), id]);
    }

    remove(kind: KindName, id: string, updatedMs: number): void {
        const createdMs = this.entry(kind, id)?.createdMs ?? updatedMs;
        this.#set(kind, { id, createdMs, updatedMs, isActive: false, isDeleted: true, row: () => ({ Id: id }) });
    }

    /** Whatever is in the books of a kind, by the numbers of the ids. */
    *entries(kind: KindName): Generator<Entry> {
        const changed = this.#changed.get(kind) ?? new Map<string, Entry>();
        const { dataset } = this;
        for (let index = 0; index < dataset.counts[kind]; index += 1) {
            const entry = changed.size > 0 ? changed.get(idOfRow(dataset, kind, index)) : undefined;
            yield entry ?? this.#generated(kind, index);
        }
        for (const entry of changed.values()) if (indexOfId(dataset, kind, entry.id) === undefined) yield entry;
    }

    /** Another row's id with this value in `field`, by its present state. */
    findByLabel(kind: KindName, field: string, value: string): string | undefined {
        const number = LAST_NUMBER.exec(value)?.[1];
        const offset = kind === 'Invoice' ? 1001 : 1;
        const generated = number === undefined ? [] : [idOfRow(this.dataset, kind, Math.max(0, Number(number) - offset))];
        const fixed = kind === 'Account' ? Array.from({ length: 12 }, (_, index) => idOfRow(this.dataset, kind, index)) : [];
        const candidates = [...(this.#idsByLabel.get(label(kind, field, value)) ?? []), ...generated, ...fixed];
        return candidates.find((id) => sameLabel(this.get(kind, id)?.[field], value));
    }

    /** Adds hundredths to a balance, which is no change of the row. */
    addToBalance(kind: 'Account' | 'Customer' | 'Vendor', id: string | undefined, cents: number): void {
        if (id === undefined || cents === 0) return;
        const key = `${kind} ${id}`;
        this.#balances.set(key, (this.#balances.get(key) ?? 0) + cents);
    }

    #set(kind: KindName, entry: Entry): void {
        const changed = this.#changed.get(kind) ?? new Map<string, Entry>();
        this.#changed.set(kind, changed.set(entry.id, entry));
    }

    #generated(kind: KindName, index: number): Entry {
        const { dataset } = this;
        return {
            id: idOfRow(dataset, kind, index),
            createdMs: createdAt(dataset, index),
            updatedMs: updatedAt(dataset, index),
            isActive: KINDS[kind].nameField === undefined || isActiveRow(kind, index),
            isDeleted: false,
            row: () => this.#withBalance(kind, generateRow(dataset, kind, index))
        };
    }

    #withBalance(kind: KindName, row: Row): Row {
        const cents = this.#balances.get(`${kind} ${textOf(row['Id'])}`);
        if (cents === undefined) return row;
        const fields = kind === 'Account' ? ['CurrentBalance', 'CurrentBalanceWithSubAccounts'] : ['Balance'];
        return { ...row, ...Object.fromEntries(fields.map((field) => [field, amountOf(centsOf(row[field]) + cents)])) };
    }
}

/** What a row of a list is called when it is referred to. */
export function nameIn(books: Books, kind: KindName, id: string): string | undefined {
    return textOf(books.get(kind, id)?.[KINDS[kind].nameField ?? '']);
}

function labelsOf(kind: KindName, row: Row): string[] {
    const fields = [KINDS[kind].nameField ?? 'DocNumber'];
    return fields.flatMap((field) => {
        const value = textOf(row[field]);
        return value === undefined ? [] : [label(kind, field, value)];
    });
}

function label(kind: KindName, field: string, value: string): string {
    return `${kind} ${field} ${value.toLowerCase()}`;
}

function sameLabel(value: unknown, wanted: string): boolean {
    return textOf(value)?.toLowerCase() === wanted.toLowerCase();
}
