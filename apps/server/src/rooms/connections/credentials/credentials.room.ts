import { room } from '../../../room.ts';
import type { UnsavedCredentials } from './refresh-credentials.ts';
import { startRefresher } from './refresher.ts';

declare module '../../../deps.ts' {
    interface Deps {
        unsavedCredentials: UnsavedCredentials;
    }
    interface RoomOptions {
        /** False where a test triggers the refreshes. */
        refreshInBackground?: boolean;
    }
}

export const credentials = room({
    name: 'credentials',
    open() {
        const unsavedCredentials: UnsavedCredentials = new Map();
        return { state: { unsavedCredentials } };
    },
    work: async (deps, { refreshInBackground = true }) => (refreshInBackground ? startRefresher(deps) : undefined)
});
