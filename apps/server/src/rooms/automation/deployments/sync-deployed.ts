import { intervalOf } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { findSyncFunction } from '../../platform/functions/functions-of.ts';
import { findIntegrationById } from '../../platform/integrations/integrations.sql.ts';
import { removeSyncs } from '../syncs/change-syncs.ts';
import { makeSyncsDue } from '../syncs/syncs.sql.ts';
import { tellOfWaitingSyncs } from '../syncs/sync-jobs.ts';
import { syncDeployedJob } from './deploy.ts';
import { findSyncsByName, insertSyncsByName } from './deployments.sql.ts';

/** One job does so many connections, and sends the next. */
const atOnce = 500;

interface ChangedSync {
    environmentId: string;
    integrationId: string;
    name: string;
}

/**
 * Gives the connections of an integration a sync that was deployed, or takes away one that is gone.
 * @race it is deployed again meanwhile: its job does this again
 */
export async function applySyncDeployment(deps: Pick<Deps, 'batches' | 'clock' | 'db'>, changed: ChangedSync): Promise<void> {
    const { environmentId, integrationId, name } = changed;
    const integration = await findIntegrationById(deps.db, environmentId, integrationId);
    if (!integration || integration.deleted_at !== null) return;
    const owner = { environmentId, integrationKey: integration.unique_key, provider: integration.provider };
    const sync = await findSyncFunction(deps.batches, owner, name);
    const done = await deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        if (!sync) {
            const ids = await findSyncsByName(trx, changed, atOnce);
            await removeSyncs(trx, environmentId, ids, now);
            return ids.length;
        }
        const made = await insertSyncsByName(trx, changed, { models: sync.models, isPaused: !sync.autoStart, now, limit: atOnce });
        if (sync.autoStart && made > 0) await tellOfWaitingSyncs(trx);
        const intervalMs = intervalOf(sync.frequency);
        if (intervalMs !== undefined) await makeSyncsDue(trx, changed, new Date(now.getTime() + intervalMs));
        return made;
    });
    if (done === atOnce) await sendJob(deps.db, syncDeployedJob, { environmentId, integrationId, name });
}
