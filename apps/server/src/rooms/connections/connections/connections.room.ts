import { room } from '../../room.ts';
import { connectionRoutes } from './connections.routes.ts';
import { forgetUnconfirmed } from './forget-unconfirmed.ts';
import { createLastFetched, type LastFetched } from './last-fetched.ts';
import { createNewestSeen, type NewestSeen } from './newest-seen.ts';
import type { UnstoredRenewals } from './refresh-credentials.ts';
import { startRefresher } from './refresher.ts';

declare module '../../deps.ts' {
    interface Deps {
        unstoredRenewals: UnstoredRenewals;
        newestSeen: NewestSeen;
        lastFetched: LastFetched;
    }
    interface RoomOptions {
        /** False where a test decides what is renewed when. */
        refreshInBackground?: boolean;
    }
}

export const connections = room({
    name: 'connections',
    routes: connectionRoutes,
    cleanUps: { forgetUnconfirmed },
    open(base) {
        const lastFetched = createLastFetched(base);
        const unstoredRenewals: UnstoredRenewals = new Map();
        return {
            state: { lastFetched, unstoredRenewals, newestSeen: createNewestSeen() },
            stop: () => lastFetched.stop()
        };
    },
    work: async (deps, { refreshInBackground = true }) => (refreshInBackground ? startRefresher(deps) : undefined)
});
