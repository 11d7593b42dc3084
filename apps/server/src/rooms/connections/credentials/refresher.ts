import type { Deps } from '../../../deps.ts';
import type { InProgress } from './leased-work.ts';
import { releaseStaleLeases, refreshDue } from './refresh-due.ts';
import { startRounds } from './rounds.ts';

/** Catching up after an outage floods no provider. */
export const refreshesPerSecond = 20;

/** Refreshes idle connections in the background, on every server; claims keep servers apart. */
export async function startRefresher(deps: Deps): Promise<{ stop(): void }> {
    await releaseStaleLeases(deps);
    const inProgress: InProgress = new Map();
    return startRounds(deps, {
        perRound: refreshesPerSecond,
        maxInProgress: 200,
        busyIntervalMs: 1000,
        idleIntervalMs: 5000,
        begin: (limit) => refreshDue(deps, limit, inProgress),
        isBusy: (begun, limit) => begun === limit,
        failed: (error) => deps.log.warn('refresh_round_failed: the next one retries', { error })
    });
}
