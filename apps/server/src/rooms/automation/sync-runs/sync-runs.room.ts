import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { room } from '../../../room.ts';
import { runWebhookJob } from '../../outbox/incoming-webhooks/queue-for-syncs.ts';
import { isAlone, startLooks } from '../runs/start-looks.ts';
import { runSyncJob, sendRuns } from '../syncs/sync-jobs.ts';
import { beginInSlots, createRunSlots, type RunSlots } from '../runs/run-slots.ts';
import { beginWebhook, recoverWebhooks } from './run-webhook.ts';
import { beginSync } from './run-sync.ts';
import { abandonLeases, findOverdue } from './sync-runs.sql.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Bounds the runs of syncs of this server. */
        syncSlots: RunSlots;
        /** Bounds runs on webhooks of this server. */
        webhookSlots: RunSlots;
    }
}

/** A page and its records are in memory for each. */
const runsAtOnce = 16;
const webhookData = z.object({ environmentId: z.uuid(), runId: z.uuid() });
const jobData = z.object({ environmentId: z.uuid(), syncId: z.uuid() });

/** A job comes sooner. */
const overdueMs = 10_000;
const overdueAtOnce = 500;

/** Sends jobs for runs that are due without one, or whose server is gone. */
export async function sendOverdue({ db, clock }: Pick<Deps, 'clock' | 'db'>, sinceMs = overdueMs): Promise<void> {
    const now = clock.now();
    const overdue = await findOverdue(db, { before: new Date(now.getTime() - sinceMs), now }, overdueAtOnce);
    for (const [environmentId, syncs] of Map.groupBy(overdue, (sync) => sync.environmentId))
        await sendRuns(
            db,
            environmentId,
            syncs.map(({ id }) => id)
        );
}

/** What a killed server has left on a database of our own goes on without waiting for its lease. */
export async function takeUpSyncs(deps: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
    if (!isAlone(deps)) return;
    await abandonLeases(deps.db, deps.clock.now());
    await sendOverdue(deps, 0);
}

export const syncRuns = room({
    name: 'sync-runs',
    open: () => ({ state: { syncSlots: createRunSlots(runsAtOnce), webhookSlots: createRunSlots(runsAtOnce) } }),
    jobs: {
        [runSyncJob]: {
            batchSize: 8,
            work: (deps, batch) =>
                beginInSlots(
                    deps,
                    deps.syncSlots,
                    batch.map((data) => jobData.parse(data)),
                    ({ environmentId, syncId }) => beginSync(deps, { environmentId, id: syncId }),
                    ({ environmentId }, error) => deps.log.error('sync_run_failed', { environment: environmentId, error })
                )
        },
        [runWebhookJob]: {
            batchSize: 8,
            work: (deps, batch) =>
                beginInSlots(
                    deps,
                    deps.webhookSlots,
                    batch.map((data) => webhookData.parse(data)),
                    ({ environmentId, runId }) => beginWebhook(deps, { environmentId, id: runId }),
                    ({ environmentId }, error) => deps.log.error('webhook_run_failed', { environment: environmentId, error })
                )
        }
    },
    async work(deps, { runsJobs = true }) {
        if (!runsJobs) return undefined;
        await takeUpSyncs(deps);
        const looks = [startLooks(deps, 'syncs', sendOverdue), startLooks(deps, 'webhooks', recoverWebhooks)];
        return { stop: () => looks.forEach((look) => look.stop()) };
    }
});
