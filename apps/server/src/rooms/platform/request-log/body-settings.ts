import { createTtlCache, rowCacheMs } from '../../../kernel/runtime/ttl-cache.ts';
import type { Deps } from '../../../deps.ts';
import { type BodiesKept, defaultBodiesKept } from './bodies-kept.ts';
import { findBodiesKept } from './request-log.sql.ts';

export interface BodySettings {
    get(environmentId: string): Promise<BodiesKept>;
    /** As it was when it was read last; undefined before. */
    known(environmentId: string): BodiesKept | undefined;
    changed(environmentId: string): void;
}

export function createBodySettings({ db, clock }: Pick<Deps, 'db' | 'clock'>): BodySettings {
    const cache = createTtlCache<BodiesKept>({ clock, lifetimeMs: rowCacheMs });
    const known = new Map<string, BodiesKept>();
    return {
        async get(environmentId) {
            const found = (await cache.get(environmentId, () => findBodiesKept(db, environmentId))) ?? defaultBodiesKept;
            known.set(environmentId, found);
            return found;
        },
        known: (environmentId) => known.get(environmentId),
        changed(environmentId) {
            cache.delete(environmentId);
            known.delete(environmentId);
        }
    };
}
