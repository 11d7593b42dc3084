import type { Clock } from './clock.ts';

/** Values that hold for a moment, so that a burst of requests looks them up once. What other servers change is seen when the moment is over. */
export interface ShortMemory<T> {
    /** The remembered value, or the one that `find` returns; those who ask meanwhile share it. Nothing found is not remembered. */
    recall(key: string, find: () => Promise<T | undefined>): Promise<T | undefined>;
    /** Also of a look-up under way: it was begun before the change. */
    forget(key: string): void;
}

const maxEntries = 10_000;

/** Of the 5 s within which every server must refuse a revoked key (T-38). */
export const shortMemoryMs = 2000;

export function createShortMemory<T>({ clock, lifetimeMs }: { clock: Clock; lifetimeMs: number }): ShortMemory<T> {
    const entries = new Map<string, { found: Promise<T | undefined>; until: number }>();
    return {
        recall(key, find) {
            const now = clock.now().getTime();
            const known = entries.get(key);
            if (known && now < known.until) return known.found;
            if (entries.size >= maxEntries) entries.clear();
            const entry = { found: find(), until: now + lifetimeMs };
            entries.set(key, entry);
            const drop = () => {
                if (entries.get(key) === entry) entries.delete(key);
            };
            entry.found.then((value) => value === undefined && drop(), drop);
            return entry.found;
        },
        forget: (key) => void entries.delete(key)
    };
}
