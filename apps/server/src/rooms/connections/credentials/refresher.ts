import type { Deps } from '../../../deps.ts';
import { releaseStaleLeases, refreshDue, type UnderWay } from './refresh-due.ts';

/** At most so many are begun in a second: catching up after an outage floods no provider. */
export const refreshesPerSecond = 20;
/** At most so many are under way: calls that hang must not use up what may be begun, and each is one socket. */
const mostUnderWay = 200;
const whenBusyMs = 1000;
const whenIdleMs = 5000;

/** Keeps connections alive that nobody reads, on every server; what one has claimed the others leave alone. */
export async function startRefresher(deps: Deps): Promise<{ stop(): void }> {
    await releaseStaleLeases(deps);
    let isStopped = false;
    let count = 0;
    const underWay: UnderWay = new Map();
    let timer: NodeJS.Timeout | undefined;

    async function round(): Promise<void> {
        const limit = Math.min(refreshesPerSecond, mostUnderWay - count);
        let isBusy = true;
        try {
            const works = limit > 0 ? await refreshDue(deps, limit, underWay) : [];
            isBusy = works.length === limit;
            count += works.length;
            for (const work of works) deps.background.run(work.finally(() => (count -= 1)));
        } catch (error) {
            deps.log.warn('refresh_round_failed: the next one retries', { error });
        }
        if (!isStopped) next(isBusy ? whenBusyMs : whenIdleMs);
    }

    function next(ms: number): void {
        timer = setTimeout(() => deps.background.run(round()), ms).unref();
    }

    // Not at once: a server that dies again and again as it starts would keep taking over what another could bring to an end.
    next(whenIdleMs);
    return {
        stop() {
            isStopped = true;
            clearTimeout(timer);
        }
    };
}
