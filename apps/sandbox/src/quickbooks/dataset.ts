import { KIND_NAMES } from './kinds.ts';
import type { KindName } from './kinds.ts';
import { endOfSummerTime } from './pacific-time.ts';

/** What the rows that a company starts with are made from. */
export interface Dataset {
    seed: number;
    counts: Readonly<Record<KindName, number>>;
    /** Lines of each invoice, bill and the like; null: a few, differing. */
    lines: number | null;
    /** Added to each id: with 3e9, ids do not fit in 32 bits. */
    idOffset: number;
    /** An end of summer time; the first rows were changed around it. */
    switchMs: number;
    /** The last day of the transactions. */
    todayMs: number;
}

const DEFAULT_COUNTS: Readonly<Record<KindName, number>> = {
    Account: 24,
    Bill: 130,
    BillPayment: 30,
    CreditMemo: 25,
    Customer: 80,
    Deposit: 40,
    Invoice: 260,
    Item: 36,
    JournalEntry: 45,
    Payment: 60,
    PurchaseOrder: 30,
    Purchase: 70,
    Transfer: 20,
    Vendor: 35
};

const DAY_MS = 86_400_000;
/** So that no row of a new company is inside of the 30 days that change data capture covers. */
const AGE_MS = 45 * DAY_MS;

export interface DatasetOptions {
    seed?: number;
    counts?: Partial<Record<KindName, number>>;
    lines?: number | null;
    idOffset?: number;
}

export function makeDataset(nowMs: number, options: DatasetOptions = {}): Dataset {
    const { seed = 1, counts = {}, lines = null, idOffset = 0 } = options;
    const year = new Date(nowMs).getUTCFullYear();
    const switchMs = [year, year - 1].map(endOfSummerTime).find((ms) => ms <= nowMs - AGE_MS) ?? endOfSummerTime(year - 2);
    return { seed, counts: { ...DEFAULT_COUNTS, ...counts }, lines, idOffset, switchMs, todayMs: nowMs };
}

const TRANSACTION_KINDS = KIND_NAMES.filter((kind) => !['Account', 'Customer', 'Item', 'Vendor'].includes(kind));

/** Transactions share one sequence of ids; in the lists of names each tenth id is missing. */
export function idOfRow(dataset: Dataset, kind: KindName, index: number): string {
    const place = TRANSACTION_KINDS.indexOf(kind);
    const number = place < 0 ? 1 + index + Math.floor(index / 9) : 101 + index * TRANSACTION_KINDS.length + place;
    return String(number + dataset.idOffset);
}

/** The index of a row of the data set, or undefined for an id that is not in it. */
export function indexOfId(dataset: Dataset, kind: KindName, id: string): number | undefined {
    if (!/^\d{1,15}$/.test(id)) return undefined;
    const number = Number(id) - dataset.idOffset;
    const place = TRANSACTION_KINDS.indexOf(kind);
    const index = place < 0 ? number - 1 - Math.floor((number - 1) / 10) : Math.floor((number - 101 - place) / TRANSACTION_KINDS.length);
    const isRow = index >= 0 && index < dataset.counts[kind] && idOfRow(dataset, kind, index) === id;
    return isRow ? index : undefined;
}

/** The first id that no row of the data set has, for what is created. */
export function firstFreeId(dataset: Dataset): number {
    const last = KIND_NAMES.map((kind) => Number(idOfRow(dataset, kind, dataset.counts[kind])));
    return Math.max(...last) + 1;
}

const MINUTE_MS = 60_000;
const ROWS_AROUND_SWITCH = 20;
const TIED_ROWS = 50;

/**
 * When a row was last changed. The first 20 lie 40 minutes apart around the end of summer time, the
 * others come in groups of 50 in one second: rows 971 to 1020 are one, across a page's end.
 */
export function updatedAt({ switchMs }: Dataset, index: number): number {
    if (index < ROWS_AROUND_SWITCH) return switchMs + (index - ROWS_AROUND_SWITCH / 2) * 40 * MINUTE_MS;
    const group = Math.floor((index - ROWS_AROUND_SWITCH) / TIED_ROWS) + 1;
    return switchMs + (ROWS_AROUND_SWITCH / 2) * 40 * MINUTE_MS + group * MINUTE_MS;
}

export function createdAt(dataset: Dataset, index: number): number {
    return updatedAt(dataset, index) - (index % 3) * DAY_MS;
}

/** Each eleventh name of a list is inactive; the accounts that others need are not. */
export function isActiveRow(kind: KindName, index: number): boolean {
    return index % 11 !== 7 || (kind === 'Account' && index < 12);
}

/** A number from 0 to `below - 1` that depends on the seed, the row and what it is for. */
export function pick(dataset: Dataset, kind: KindName, index: number, purpose: number, below: number): number {
    let hash = (dataset.seed * 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b) ^ Math.imul(KIND_NAMES.indexOf(kind) + 1, 0xc2b2ae35);
    hash ^= Math.imul(purpose + 1, 0x27d4eb2f);
    for (const factor of [0x2c1b3c6d, 0x297a2d39]) {
        hash ^= hash >>> 15;
        hash = Math.imul(hash, factor);
    }
    return ((hash ^ (hash >>> 16)) >>> 0) % below;
}
