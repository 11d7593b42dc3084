import type { Background } from '../runtime/background.ts';

/** Most rows that one clean-up statement changes, so that it holds locks for milliseconds. */
export const batchSize = 1000;

/** Repeats a clean-up statement until a batch is not full, or the server stops. */
export async function inBatches(
    { background }: { background: Pick<Background, 'isFinishing'> },
    batch: () => Promise<number>
): Promise<void> {
    while (!background.isFinishing && (await batch()) === batchSize);
}
