import type { Deps } from '../../../deps.ts';
import { room } from '../../../room.ts';
import { webhooksWaitJob } from '../../outbox/incoming-webhooks/queue-for-syncs.ts';
import { tellsOf } from '../runs/begin-runs.ts';
import { isAlone, startLooks } from '../runs/start-looks.ts';
import { syncsWaitJob } from '../syncs/sync-jobs.ts';
import { beginSyncs, beginWebhooks } from './begin-runs.ts';
import { abandonLeases } from './claim-syncs.sql.ts';
import { recoverWebhooks } from './run-webhook.ts';

/** What a killed server has left on a database of our own goes on without waiting for its lease. */
export async function takeUpSyncs({ db, clock, ...deps }: Pick<Deps, 'clock' | 'config' | 'db'>): Promise<void> {
    if (isAlone(deps)) await abandonLeases(db, clock.now());
}

export const syncRuns = room({
    name: 'sync-runs',
    jobs: {
        [syncsWaitJob]: tellsOf('syncs'),
        [webhooksWaitJob]: tellsOf('webhooks'),
        // Servers of the release before send one for each run, which waits in its row as well.
        'run-sync': tellsOf('syncs'),
        'run-webhook': tellsOf('webhooks')
    },
    async work(deps, { runsJobs = true }) {
        if (!runsJobs) return undefined;
        await takeUpSyncs(deps);
        const works = [beginSyncs(deps), beginWebhooks(deps), startLooks(deps, 'webhooks', recoverWebhooks)];
        return { stop: () => works.forEach((work) => work.stop()) };
    }
});
