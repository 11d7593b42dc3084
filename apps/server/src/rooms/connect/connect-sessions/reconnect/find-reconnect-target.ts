import type { Db } from '@patchbay/db';
import { findIntegrationIdByKey } from '../../../platform/integrations/find-integration-id.ts';
import { type ConnectionWithIntegration, findConnection } from '../../../connections/connection-store/connections.sql.ts';

/** By environment, integration and connection id together, so that no other row is found. */
export async function findReconnectTarget(
    db: Db,
    environmentId: string,
    integrationKey: string,
    connectionId: string
): Promise<ConnectionWithIntegration | undefined> {
    const integrationId = await findIntegrationIdByKey(db, environmentId, integrationKey);
    return integrationId === undefined
        ? undefined
        : findConnection(db, { environment_id: environmentId, integration_id: integrationId, connection_id: connectionId });
}
