import type { Clock } from './clock.ts';

/** Caches look-ups for a short time. Changes by other servers are seen after expiry. */
export interface TtlCache<T> {
    /** Concurrent calls share one load. Failures and undefined are not cached. */
    get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>;
    /** Also drops the result of a load in progress, which began before the change. */
    delete(key: string): void;
}

const maxEntries = 10_000;

/** For rows that other servers change: a revoked key is refused everywhere within 5 s (T-38). */
export const rowCacheMs = 2000;

export function createTtlCache<T>({ clock, lifetimeMs }: { clock: Clock; lifetimeMs: number }): TtlCache<T> {
    const entries = new Map<string, { found: Promise<T | undefined>; until: number }>();
    return {
        get(key, load) {
            const now = clock.now().getTime();
            const known = entries.get(key);
            if (known && now < known.until) return known.found;
            if (entries.size >= maxEntries) entries.clear();
            const entry = { found: load(), until: now + lifetimeMs };
            entries.set(key, entry);
            const drop = () => {
                if (entries.get(key) === entry) entries.delete(key);
            };
            entry.found.then((value) => value === undefined && drop(), drop);
            return entry.found;
        },
        delete: (key) => void entries.delete(key)
    };
}
