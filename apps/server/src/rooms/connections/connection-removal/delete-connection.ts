import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { deleteHiddenConnection } from './delete-hidden-connection.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { hideConnection } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import type { ConnectionTarget } from '../connection-store/usable-connection.sql.ts';

/**
 * Hides the connection, takes the access back at the provider, then deletes the row, whatever the provider said. In this order: of
 * several deletions at once the last finds no other connection of the account, nothing renews what is being taken back, and what a server
 * that dies leaves behind the clean-up brings to an end.
 * @returns undefined when there is no such connection
 */
export async function deleteConnection(deps: Deps, target: ConnectionTarget): Promise<Revocation | undefined> {
    const now = deps.clock.now();
    const row = await hideConnection(deps.db, target, { now, until: new Date(now.getTime() + leaseMs) });
    if (!row) return undefined;
    const hiddenAt = deps.clock.now();
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id).catch((error: unknown) => {
        if (error instanceof SealError) return undefined;
        throw error;
    });
    const revocation: Revocation = integration
        ? await revokeConnection(deps, integration, row)
        : { outcome: 'failed', reason: 'The integration cannot be used any more.' };
    await deleteHiddenConnection(deps, row, integration, hiddenAt);
    return revocation;
}
