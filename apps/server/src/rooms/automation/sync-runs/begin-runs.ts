import { FairPool, type FreeSlots } from '../../../kernel/runtime/fair-pool.ts';
import type { Deps } from '../../../deps.ts';
import { fromTheStart, type Turn } from '../runs/next-in-turn.sql.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { claimSyncs, queueDueSyncs } from './claim-syncs.sql.ts';
import { runSync } from './run-sync.ts';
import { runWebhook } from './run-webhook.ts';
import { claimWebhooks } from './webhook-runs.sql.ts';

/**
 * Of one server. A page and its records are in memory for each. Where the runs of one environment
 * do not end, those of others have slots left.
 */
const slots = { slots: 20, slotsPerEnvironment: 16 };
/** Between two looks for what is due by now; what was made due is told of. */
const idleMs = 500;
const mostQueuedAtOnce = 2000;

interface Run {
    environment_id: string;
}

interface Runs<Item extends Run> {
    name: 'syncs' | 'webhooks';
    claim(turn: Turn): Promise<Item[]>;
    run(item: Item): Promise<void>;
    failed(item: Item, error: unknown): void;
}

/**
 * Runs the syncs, or the webhooks, that wait: environments take turns.
 * @race two servers take the same ones: rows that another has locked are skipped
 */
function beginRuns<Item extends Run>(deps: Deps, { name, claim, run, failed }: Runs<Item>): { stop(): void } {
    let after = fromTheStart;
    const pool = new FairPool<Item>(deps, {
        ...slots,
        idleMs,
        async claim(free: FreeSlots) {
            const claimed = await claim({ ...free, after });
            after = claimed.at(-1)?.environment_id ?? after;
            return claimed;
        },
        work: (item) =>
            deps.telemetry.trace({ name: `run ${name}`, about: {} }, () => run(item)).catch((error: unknown) => failed(item, error)),
        failed: (error) => deps.log.warn('look_failed: Patchbay will retry automatically', { code: name, error })
    });
    const wake = () => pool.wake();
    deps.waitingRuns.on(name, wake);
    return {
        stop() {
            deps.waitingRuns.off(name, wake);
            pool.stop();
        }
    };
}

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

export function beginWebhooks(deps: Deps): { stop(): void } {
    return beginRuns(deps, {
        name: 'webhooks',
        claim(turn) {
            const now = deps.clock.now();
            return claimWebhooks(deps.db, { ...turn, leaseUntil: new Date(now.getTime() + leaseMs), now });
        },
        run: (webhook) => runWebhook(deps, webhook),
        failed: ({ environment_id: environment }, error) => deps.log.error('webhook_run_failed', { environment, error })
    });
}
