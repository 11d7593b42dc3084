import type { Db } from '@patchbay/db';
import { integrationOf } from '@patchbay/integrations';
import { hasDeployed } from '../../platform/functions/functions.sql.ts';
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
