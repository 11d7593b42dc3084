import type { Db } from '@patchbay/db';
import { integrationOf } from '@patchbay/integrations';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';

/** Tells a server that works to give connections their syncs, and to have them run. */
export const connectionSavedJob = 'connection-saved';

/**
 * Sent in the transaction that makes connections usable, or changes what their syncs read. There is
 * none for providers without functions.
 */
export async function sendConnectionSaved(
    trx: Db,
    provider: string,
    connections: readonly { environment_id: string; id: number }[]
): Promise<void> {
    if (!integrationOf(provider)) return;
    await sendJobs(
        trx,
        connectionSavedJob,
        connections.map(({ environment_id, id }) => ({ environmentId: environment_id, connectionRowId: String(id) }))
    );
}
