import type { Deps } from '../../../deps.ts';

/** Bounds work that waits for its turn. */
export interface RunSlots {
    /** @returns a function that releases the slot; undefined where `signal` was aborted before */
    acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/**
 * Begins what jobs ask for as slots become free. Each run goes on in the background with its slot.
 * @param begin returns undefined where there is nothing to run
 */
export async function beginInSlots<Item>(
    { background, draining }: Pick<Deps, 'background' | 'draining'>,
    slots: RunSlots,
    items: readonly Item[],
    begin: (item: Item) => Promise<{ ended: Promise<void> } | undefined>,
    failed: (item: Item, error: unknown) => void
): Promise<void> {
    for (const item of items) {
        const release = await slots.acquire(draining);
        // Other servers take it up.
        if (!release) return;
        const begun = await begin(item).catch((error: unknown) => {
            release();
            throw error;
        });
        if (begun) background.run(begun.ended.catch((error: unknown) => failed(item, error)).finally(release));
        else release();
    }
}

export function createRunSlots(limit: number): RunSlots {
    let free = limit;
    const waiting: (() => void)[] = [];
    const release = () => {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
    };
    return {
        async acquire(signal) {
            if (signal.aborted) return undefined;
            if (free > 0) {
                free -= 1;
                return release;
            }
            return new Promise((resolve) => {
                const leave = () => {
                    waiting.splice(waiting.indexOf(enter), 1);
                    resolve(undefined);
                };
                const enter = () => {
                    signal.removeEventListener('abort', leave);
                    resolve(release);
                };
                signal.addEventListener('abort', leave, { once: true });
                waiting.push(enter);
            });
        }
    };
}
