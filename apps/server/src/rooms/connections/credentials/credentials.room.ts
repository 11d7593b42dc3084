import { room } from '../../../room.ts';
import type { UnsavedCredentials } from './refresh-credentials.ts';
import { createProbeHints, type ProbeHints } from './probe-soon.ts';
import { startProber } from './prober.ts';
import { startRefresher } from './refresher.ts';

declare module '../../../deps.ts' {
    interface Deps {
        unsavedCredentials: UnsavedCredentials;
        probeHints: ProbeHints;
    }
    interface RoomOptions {
        /** False where a test triggers the refreshes and checks. */
        refreshInBackground?: boolean;
    }
}

export const credentials = room({
    name: 'credentials',
    open({ clock }) {
        const unsavedCredentials: UnsavedCredentials = new Map();
        return { state: { unsavedCredentials, probeHints: createProbeHints({ clock }) } };
    },
    async work(deps, { refreshInBackground = true }) {
        if (!refreshInBackground) return undefined;
        const works = [await startRefresher(deps), startProber(deps)];
        return { stop: () => works.forEach((work) => work.stop()) };
    }
});
