import type { Background } from './background.ts';

/** Rows that one statement of a clean-up changes at most: it takes milliseconds, and holds locks for no longer. */
export const batchSize = 1000;

/** Repeats a statement of a clean-up until it finds fewer rows than one batch holds, or the server stops. @param batch answers how many */
export async function inBatches(
    { background }: { background: Pick<Background, 'isFinishing'> },
    batch: () => Promise<number>
): Promise<void> {
    while (!background.isFinishing && (await batch()) === batchSize);
}
