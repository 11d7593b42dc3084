import { createRunSlots, type RunSlots } from '../runs/run-slots.ts';

/** Bounds compilers, each a process: few on a server, and of an environment one. */
export interface CompileSlots {
    /** @returns a function that releases the slot; undefined where `signal` was aborted before */
    acquire(environmentId: string, signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createCompileSlots(limit: number): CompileSlots {
    const all = createRunSlots(limit);
    const byEnvironment = new Map<string, { slots: RunSlots; users: number }>();
    return {
        async acquire(environmentId, signal) {
            const own = byEnvironment.get(environmentId) ?? { slots: createRunSlots(1), users: 0 };
            byEnvironment.set(environmentId, own);
            own.users += 1;
            const leave = () => {
                own.users -= 1;
                if (own.users === 0) byEnvironment.delete(environmentId);
            };
            const releaseOwn = await own.slots.acquire(signal);
            const release = releaseOwn && (await all.acquire(signal));
            if (!releaseOwn || !release) {
                releaseOwn?.();
                leave();
                return undefined;
            }
            return () => {
                release();
                releaseOwn();
                leave();
            };
        }
    };
}
