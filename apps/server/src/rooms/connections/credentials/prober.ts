import type { Deps } from '../../../deps.ts';
import type { InProgress } from './leased-work.ts';
import { probeDue } from './probe-due.ts';
import { startRounds } from './rounds.ts';

/** Checks keys and passwords in the background, on every server; claims keep servers apart. */
export function startProber(deps: Deps): { stop(): void } {
    const inProgress: InProgress = new Map();
    return startRounds(deps, {
        perRound: 20,
        maxInProgress: 60,
        busyIntervalMs: 1000,
        idleIntervalMs: 10_000,
        begin: (limit) => probeDue(deps, limit, inProgress),
        // An integration gives two at a time, however many are due.
        isBusy: (begun) => begun > 0,
        failed: (error) => deps.log.warn('probe_round_failed: the next one retries', { error })
    });
}
