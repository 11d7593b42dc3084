import { createTtlCache, type TtlCache } from '../../../kernel/runtime/ttl-cache.ts';
import { room } from '../../../room.ts';
import type { PublicStatus } from './public-status.ts';
import { statusPageRoutes } from './status-page.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** By environment: visitors of a page share one look. */
        publicStatuses: TtlCache<PublicStatus>;
    }
}

const sharedMs = 30_000;

export const statusPage = room({
    name: 'status-page',
    routes: statusPageRoutes,
    open: ({ clock }) => ({ state: { publicStatuses: createTtlCache<PublicStatus>({ clock, lifetimeMs: sharedMs }) } })
});
