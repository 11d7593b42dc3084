import { z } from 'zod';

// Another release may have stored more.
const stored = z.looseObject({
    counts: z.record(z.string(), z.object({ added: z.int(), updated: z.int(), deleted: z.int() })).catch({}),
    set_aside: z.record(z.string(), z.int()).catch({})
});

/** What a run has changed and set aside, by model. @param text of its column; null: nothing yet */
export function parseRunCounts(text: string | null): z.infer<typeof stored> {
    return stored.parse(text === null ? {} : JSON.parse(text));
}

/** Of all models together. */
export function sumOfChanges(text: string | null): { added: number; updated: number; deleted: number } {
    const sums = { added: 0, updated: 0, deleted: 0 };
    for (const counts of Object.values(parseRunCounts(text).counts)) {
        sums.added += counts.added;
        sums.updated += counts.updated;
        sums.deleted += counts.deleted;
    }
    return sums;
}
