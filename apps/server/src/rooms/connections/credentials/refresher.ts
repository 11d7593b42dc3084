import type { Deps } from '../../../deps.ts';
import { releaseStaleLeases, refreshDue, type RefreshesInProgress } from './refresh-due.ts';

/** At most so many are begun in a second: catching up after an outage floods no provider. */
export const refreshesPerSecond = 20;
/** Concurrent refreshes: each is a socket, and calls that hang must not exhaust the rate. */
const maxInProgress = 200;
const busyIntervalMs = 1000;
const idleIntervalMs = 5000;

/** Refreshes idle connections in the background, on every server; claims keep servers apart. */
export async function startRefresher(deps: Deps): Promise<{ stop(): void }> {
    await releaseStaleLeases(deps);
    let isStopped = false;
    let count = 0;
    const inProgress: RefreshesInProgress = new Map();
    let timer: NodeJS.Timeout | undefined;

    async function round(): Promise<void> {
        const limit = Math.min(refreshesPerSecond, maxInProgress - count);
        let isBusy = true;
        try {
            const works = limit > 0 ? await refreshDue(deps, limit, inProgress) : [];
            isBusy = works.length === limit;
            count += works.length;
            for (const work of works) deps.background.run(work.finally(() => (count -= 1)));
        } catch (error) {
            deps.log.warn('refresh_round_failed: the next one retries', { error });
        }
        if (!isStopped) next(isBusy ? busyIntervalMs : idleIntervalMs);
    }

    function next(ms: number): void {
        timer = setTimeout(() => deps.background.run(round()), ms).unref();
    }

    // Delayed: a server in a crash loop must not claim connections again and again.
    next(idleIntervalMs);
    return {
        stop() {
            isStopped = true;
            clearTimeout(timer);
        }
    };
}
