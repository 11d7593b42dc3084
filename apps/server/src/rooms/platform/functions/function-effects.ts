import { z } from 'zod';

/** What a function does to records beside what its run saves. */
const functionEffects = z.object({
    /** Of a sync, by model: paths that differ without a change. */
    volatile: z.record(z.string(), z.array(z.string().max(1000)).max(100)).default({}),
    /** Of an action: what its output says of a record. */
    result: z
        .object({ model: z.string(), kind: z.enum(['saved', 'deleted']) })
        .nullable()
        .default(null),
    /** Of an action: models whose records it reads again once it has succeeded. */
    renews: z.array(z.string()).max(100).default([])
});
export type FunctionEffects = z.output<typeof functionEffects>;

const none: FunctionEffects = functionEffects.parse({});

/** @param stored of a function's row */
export function readEffects(stored: string | null): FunctionEffects {
    return stored === null ? none : functionEffects.parse(JSON.parse(stored));
}

/** @returns JSON as {@link readEffects} reads it; null for none, or what is not of this form */
export function effectsText(given: unknown): string | null {
    const { data } = functionEffects.safeParse(given ?? {});
    if (!data || (Object.keys(data.volatile).length === 0 && data.result === null && data.renews.length === 0)) return null;
    return JSON.stringify(data);
}
