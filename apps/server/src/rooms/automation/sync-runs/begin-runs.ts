import type { Deps } from '../../../deps.ts';
import { beginRuns, idleMs } from '../runs/begin-runs.ts';
import { claimRuns } from '../runs/claim-runs.sql.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { claimSyncs, queueDueSyncs } from './claim-syncs.sql.ts';
import { runSync } from './run-sync.ts';
import { runWebhook } from './run-webhook.ts';

const mostQueuedAtOnce = 2000;

/**
 * Runs the syncs that wait.
 * @race two servers take the same ones: rows that another has locked are skipped
 */
export function beginSyncs(deps: Deps): { stop(): void } {
    let isQueued = false;
    let lookAtMs = 0;
    /** Not with each run that ends. */
    const queueDue = async () => {
        if (isQueued && performance.now() < lookAtMs) return;
        lookAtMs = performance.now() + idleMs / 2;
        isQueued = (await queueDueSyncs(deps.db, deps.clock.now(), mostQueuedAtOnce)) < mostQueuedAtOnce;
    };
    return beginRuns(deps, {
        name: 'syncs',
        async claim(turn) {
            await queueDue();
            const now = deps.clock.now();
            return claimSyncs(deps.db, { ...turn, leaseUntil: new Date(now.getTime() + leaseMs), now });
        },
        run: (sync) => runSync(deps, sync),
        failed: ({ environment_id: environment }, error) => deps.log.error('sync_run_failed', { environment, error })
    });
}

/** Runs the webhooks that wait. */
export function beginWebhooks(deps: Deps): { stop(): void } {
    return beginRuns(deps, {
        name: 'webhooks',
        claim(turn) {
            const now = deps.clock.now();
            return claimRuns(deps.db, 'webhook', { ...turn, leaseUntil: new Date(now.getTime() + leaseMs), now });
        },
        run: (webhook) => runWebhook(deps, webhook),
        failed: ({ environment_id: environment }, error) => deps.log.error('webhook_run_failed', { environment, error })
    });
}
