import type { LiveTopic } from '@patchbay/contracts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { createTtlCache, type TtlCache } from '../../../kernel/runtime/ttl-cache.ts';
import { room } from '../../../room.ts';
import { liveUpdatesRoutes } from './live-updates.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Of each environment what its topics are at: all who watch it share one look. */
        liveMarks: TtlCache<Record<LiveTopic, string>>;
        liveLimiter: ConcurrencyLimiter;
    }
}

/** Less than the time between two looks of one watcher. */
const sharedMs = 900;
/** A member has several tabs open. */
const limits = { total: 500, perGroup: 200, perMember: 20 };

export const liveUpdates = room({
    name: 'live-updates',
    routes: liveUpdatesRoutes,
    open: ({ clock }) => ({
        state: {
            liveMarks: createTtlCache<Record<LiveTopic, string>>({ clock, lifetimeMs: sharedMs }),
            liveLimiter: createConcurrencyLimiter(limits)
        }
    })
});
