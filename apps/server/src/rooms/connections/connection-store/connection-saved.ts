import type { Db } from '@patchbay/db';
import { integrationOf } from '@patchbay/integrations';
import type { Deps } from '../../../deps.ts';
import { hasDeployed, listHandlers } from '../../platform/functions/functions.sql.ts';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';

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

/** Runs a function of its integration for a connection, once. */
export const connectionCreatedJob = 'connection-created';

/** Sent in the transaction that makes a new connection usable: one for each function. */
export async function sendConnectionCreated(
    trx: Db,
    { ids }: Pick<Deps, 'ids'>,
    { environment_id: environmentId, integration_id: integrationId, id }: { environment_id: string; integration_id: string; id: number }
): Promise<void> {
    const handlers = await listHandlers(trx, { environmentId, integrationId }, 'post-connection-creation');
    await sendJobs(
        trx,
        connectionCreatedJob,
        handlers.map(({ name }) => ({ environmentId, connectionRowId: String(id), name, runId: ids.uuid() }))
    );
}
