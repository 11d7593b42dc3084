import type { Deps } from '../../../deps.ts';
import { startRounds } from '../../connections/credentials/rounds.ts';
import { claimLook } from './issues.sql.ts';
import { SetAside } from './set-aside.ts';
import { watchRules } from './watch-rules.ts';

const intervalMs = 10_000;

/** Looks in the background for what is wrong: of all servers that work, one does at a time. */
export function startWatcher(deps: Deps): { stop(): void } {
    const aside = new SetAside();
    return startRounds(deps, {
        perRound: 1,
        maxInProgress: 1,
        busyIntervalMs: intervalMs,
        idleIntervalMs: intervalMs,
        begin: async () => {
            if (await claimLook(deps.db, deps.clock.now(), intervalMs)) await watchRules(deps, aside);
            return [];
        },
        isBusy: () => false,
        failed: (error) => deps.log.warn('alert_round_failed: the next one retries', { error })
    });
}
