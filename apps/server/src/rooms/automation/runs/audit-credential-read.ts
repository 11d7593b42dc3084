import type { Deps } from '../../../deps.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { insertEntry } from '../../management/audit-log/audit-log.sql.ts';
import { findEnvironmentName } from '../../platform/environments/environments.sql.ts';

/**
 * Audits the first read in an hour by one function of one connection, on each server. Each is in
 * the log of its run; a function that runs each second would fill the audit log.
 */
export async function auditCredentialRead(
    { auditedReads, batches, clock, db, ids }: Pick<Deps, 'auditedReads' | 'batches' | 'clock' | 'db' | 'ids'>,
    { environmentId, integrationKey, connectionId }: ConnectionTarget,
    { functionName, runId }: { functionName: string; runId: string }
): Promise<void> {
    await auditedReads.get(JSON.stringify([environmentId, integrationKey, connectionId, functionName]), async () => {
        const at = clock.now();
        await insertEntry(db, {
            id: ids.timeOrdered(at),
            at,
            environment_name: (await findEnvironmentName(batches, environmentId)) ?? null,
            actor_kind: 'system',
            actor_id: null,
            actor_name: `Function ${functionName}`,
            action: 'readCredentials',
            target: `provider_config_key=${integrationKey} connection_id=${connectionId} run_id=${runId}`,
            connection_id: connectionId,
            integration_key: integrationKey,
            fields: '[]',
            request_id: null,
            client_address: null,
            status: 200,
            error_code: null
        });
        return true;
    });
}
