import type { Deps } from './deps.ts';
import { endLeasesOfTheDead, refreshDue } from './rooms/connections/refresh-due.ts';

/** At most so many are begun in a second, and are under way at once: catching up after an outage floods nobody. */
export const refreshesPerSecond = 20;
const whenBusyMs = 1000;
const whenIdleMs = 5000;

/** Keeps connections alive that nobody reads, on every server; what one has claimed the others leave alone. */
export async function startRefresher(deps: Deps): Promise<{ stop(): void }> {
    await endLeasesOfTheDead(deps);
    let isStopped = false;
    let underWay = 0;
    let timer: NodeJS.Timeout | undefined;

    async function round(): Promise<void> {
        const limit = refreshesPerSecond - underWay;
        let isBusy = true;
        try {
            const works = limit > 0 ? await refreshDue(deps, limit) : [];
            isBusy = works.length === limit;
            underWay += works.length;
            for (const work of works) deps.background.run(work.finally(() => (underWay -= 1)));
        } catch (error) {
            deps.log.warn('connections could not be renewed in the background, and will be', { error });
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
