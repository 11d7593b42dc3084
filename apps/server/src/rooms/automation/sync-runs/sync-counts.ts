import { z } from 'zod';
import type { WrittenChanges } from '../records/write-records.ts';

export interface Counts {
    added: number;
    updated: number;
    deleted: number;
}

/** By model. */
export type CountsByModel = Readonly<Record<string, Counts>>;

const stored = z.record(z.string(), z.object({ added: z.number(), updated: z.number(), deleted: z.number() }));

export function readCounts(text: string | null): CountsByModel {
    return text === null ? {} : stored.parse(JSON.parse(text));
}

/** @returns JSON of the sum */
export function addCounts(before: CountsByModel, more: WrittenChanges | CountsByModel): string {
    const sum: Record<string, Counts> = { ...before };
    for (const [model, { added, updated, deleted }] of Object.entries(more)) {
        const known = sum[model] ?? { added: 0, updated: 0, deleted: 0 };
        sum[model] = { added: known.added + added, updated: known.updated + updated, deleted: known.deleted + deleted };
    }
    return JSON.stringify(sum);
}
