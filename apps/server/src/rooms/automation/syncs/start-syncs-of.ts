import { baseVariant } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { syncsOf } from './sync-functions.ts';
import { sendRuns } from './sync-jobs.ts';
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
    for (const { connectionRowId, provider } of await findSyncingConnections(db, environmentId, connectionRowIds)) {
        const syncs = Object.entries(syncsOf(provider)).map(([name, definition]) => ({
            id: ids.uuid(),
            name,
            variant: baseVariant,
            models: Object.keys(definition.models),
            isPaused: definition.autoStart === false
        }));
        if (syncs.length === 0) continue;
        await db.transaction().execute(async (trx) => {
            const now = clock.now();
            await insertSyncs(trx, { environmentId, connectionRowId, now }, syncs);
            await sendRuns(trx, environmentId, await resumeSyncsOf(trx, environmentId, connectionRowId, now));
        });
    }
}
