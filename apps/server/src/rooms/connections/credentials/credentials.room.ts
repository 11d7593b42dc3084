import { room } from '../../../room.ts';
import type { UnstoredRenewals } from './refresh-credentials.ts';
import { startRefresher } from './refresher.ts';

declare module '../../../deps.ts' {
    interface Deps {
        unstoredRenewals: UnstoredRenewals;
    }
    interface RoomOptions {
        /** False where a test decides what is renewed when. */
        refreshInBackground?: boolean;
    }
}

export const credentials = room({
    name: 'credentials',
    open() {
        const unstoredRenewals: UnstoredRenewals = new Map();
        return { state: { unstoredRenewals } };
    },
    work: async (deps, { refreshInBackground = true }) => (refreshInBackground ? startRefresher(deps) : undefined)
});
