import type { Db } from '@patchbay/db';
import { integrationOf } from '@patchbay/integrations';
import type { Deps } from '../../../deps.ts';
import { hasDeployed, listHandlers } from '../../platform/functions/functions.sql.ts';
import { sendJob, sendJobs } from '../../../kernel/jobs/send-job.sql.ts';
import { insertHandlerRun } from './handler-runs.sql.ts';

/** Tells a server that works to give connections their syncs, and to have them run. */
export const connectionSavedJob = 'connection-saved';

/**
 * Sent in the transaction that makes connections usable, or changes what their syncs read. There is
 * none where there are no functions. @param connections of one integration
 */
export async function sendConnectionSaved(
    trx: Db,
    provider: string,
    connections: readonly { environment_id: string; id: number }[]
): Promise<void> {
    const [first] = connections;
    if (!first || (!integrationOf(provider) && !(await hasDeployed(trx, first.environment_id, first.id)))) return;
    await sendJobs(
        trx,
        connectionSavedJob,
        connections.map(({ environment_id, id }) => ({ environmentId: environment_id, connectionRowId: String(id) }))
    );
}

/** Tells a server that works of functions on new connections that wait in their rows. */
export const handlersWaitJob = 'handlers-wait';

/** In the transaction that makes a new connection usable: a run of each of its functions. */
export async function queueAfterCreation(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    { environment_id: environmentId, integration_id: integrationId, id }: { environment_id: string; integration_id: string; id: number }
): Promise<void> {
    const handlers = await listHandlers(trx, { environmentId, integrationId }, 'post-connection-creation');
    for (const { name } of handlers) await queueHandler(trx, deps, { environmentId, connectionRowId: id, name });
}

/** @returns id of the run */
export async function queueHandler(
    trx: Db,
    { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
    handler: { environmentId: string; connectionRowId: number; name: string }
): Promise<string> {
    const id = ids.uuid();
    await insertHandlerRun(trx, { ...handler, id, now: clock.now() });
    await sendJob(trx, handlersWaitJob, {});
    return id;
}
