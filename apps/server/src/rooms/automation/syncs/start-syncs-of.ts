import { baseVariant } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { listSyncFunctions, type SyncFunction } from '../../platform/functions/functions-of.ts';
import { tellOfWaitingSyncs } from './sync-jobs.ts';
import { findSyncingConnections, insertSyncs, resumeSyncsOf } from './syncs.sql.ts';

/**
 * Gives a connection the syncs of its provider, and has them run: where it is new, was connected
 * again, or has other settings. They go on at their checkpoints.
 * @race the connection is deleted meanwhile, or two servers do the same: unique key; foreign key
 */
export async function startSyncsOf(
    { db, ids, clock }: Pick<Deps, 'clock' | 'db' | 'ids'>,
    environmentId: string,
    connectionRowIds: readonly number[]
): Promise<void> {
    const known = new Map<string, SyncFunction[]>();
    for (const { connectionRowId, integrationKey, provider } of await findSyncingConnections(db, environmentId, connectionRowIds)) {
        const functions = known.get(integrationKey) ?? (await listSyncFunctions(db, { environmentId, integrationKey, provider }));
        known.set(integrationKey, functions);
        const syncs = functions
            .filter(({ isEnabled }) => isEnabled)
            .map(({ name, models, autoStart }) => ({ id: ids.uuid(), name, variant: baseVariant, models, isPaused: !autoStart }));
        if (syncs.length === 0) continue;
        await db.transaction().execute(async (trx) => {
            const now = clock.now();
            await insertSyncs(trx, { environmentId, connectionRowId, now }, syncs);
            await resumeSyncsOf(trx, environmentId, connectionRowId, now);
            await tellOfWaitingSyncs(trx);
        });
    }
}
