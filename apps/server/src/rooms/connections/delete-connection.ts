import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { SealError } from '../../kernel/seal.ts';
import { openIntegrationById } from '../integrations/open-integration.ts';
import type { ConnectionTarget } from './must-find-connection.ts';
import { deleteConnectionRow, findConnectionToDelete } from './revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';

/**
 * Takes the access back at the provider, then deletes the connection, whatever the provider said. In this order, so that a server that
 * dies in between leaves a row by which it can be done again.
 * @returns undefined when there is no such connection
 */
export async function deleteConnection(deps: Deps, target: ConnectionTarget): Promise<Revocation | undefined> {
    const row = await findConnectionToDelete(deps.db, { ...target, now: deps.clock.now() });
    if (!row) return undefined;
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id).catch((error: unknown) => {
        if (error instanceof SealError) return undefined;
        throw error;
    });
    if (!integration) {
        await deleteConnectionRow(deps.db, row);
        return { outcome: 'failed', reason: 'The integration cannot be used any more.' };
    }
    const revocation = await revokeConnection(deps, integration, row);
    const deleted = await deleteConnectionRow(deps.db, row);
    // Renewed or connected anew in between: what came is alive, and nobody else knows of it.
    const isNewer = deleted !== undefined && deleted.generation !== row.generation;
    return isNewer ? revokeConnection(deps, integration, deleted) : revocation;
}
