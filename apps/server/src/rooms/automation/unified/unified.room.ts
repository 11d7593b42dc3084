import { type ConcurrencyLimiter, type ConcurrencyLimits, createConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { room } from '../../../room.ts';
import { createRunSlots, type RunSlots } from '../runs/run-slots.ts';
import { unifiedRoutes } from './unified.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Files that this server holds in memory at once. */
        uploadSlots: RunSlots;
        /** Bounds the live lists of this server, by environment and integration. */
        liveListLimiter: ConcurrencyLimiter;
    }
}

/** Each has 2 MiB, and as much again in the provider's form. */
const uploadsAtOnce = 8;
/** Each holds a page of the provider's whole, which can have many megabytes. */
const liveLists: ConcurrencyLimits = { total: 24, perGroup: 12, perMember: 8 };

export const unified = room({
    name: 'unified',
    routes: unifiedRoutes,
    open: () => ({ state: { uploadSlots: createRunSlots(uploadsAtOnce), liveListLimiter: createConcurrencyLimiter(liveLists) } })
});
