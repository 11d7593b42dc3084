/** Bounds work that waits for its turn. */
export interface RunSlots {
    /** @returns a function that releases the slot; undefined where `signal` was aborted before */
    acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
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
