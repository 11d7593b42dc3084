import { room } from '../../../room.ts';
import { createLastFetched, type LastFetched } from './last-fetched.ts';
import { createNewestSeen, type NewestSeen } from './newest-seen.ts';

declare module '../../../deps.ts' {
    interface Deps {
        newestSeen: NewestSeen;
        lastFetched: LastFetched;
    }
}

export const connectionStore = room({
    name: 'connection-store',
    open(base) {
        const lastFetched = createLastFetched(base);
        return { state: { lastFetched, newestSeen: createNewestSeen() }, stop: () => lastFetched.stop() };
    }
});
