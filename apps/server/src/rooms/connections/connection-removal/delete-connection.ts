import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { deleteHiddenConnection } from './delete-hidden-connection.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { hideConnection } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import type { ConnectionTarget } from '../connection-store/usable-connection.sql.ts';
import type { RemovalDeps } from './remove-connections-of.ts';

/**
 * Hides the connection, revokes the grant, then deletes the row, whatever the provider responds.
 * In this order, so that of concurrent deletions the last finds no other connection of the
 * account, no refresh runs, and the clean-up continues after a crash.
 * @returns undefined when there is no such connection
 * @race both see the other connection of the account and neither revokes; a renewal or an event of
 * what is gone: one statement hides the row and raises the fence before anything is decided
 */
export async function deleteConnection(
    deps: RemovalDeps & Pick<Deps, 'providers'>,
    target: ConnectionTarget
): Promise<Revocation | undefined> {
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
        : { outcome: 'failed', reason: 'The integration can no longer be used.' };
    await deleteHiddenConnection(deps, row, integration, hiddenAt);
    return revocation;
}
