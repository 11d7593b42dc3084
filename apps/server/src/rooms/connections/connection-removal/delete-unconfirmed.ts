import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type Integration, openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { deleteHiddenConnection } from './delete-hidden-connection.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { claimUnconfirmed } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import type { RemovalDeps } from './remove-connections-of.ts';

const batchLimit = 20;

/**
 * Revokes and deletes connections that a share link made and that were not confirmed in time.
 * @race two servers revoke; a confirmation or import comes in between: `for update skip locked`, a
 * lease; the deletion's condition on `confirm_before`
 */
export async function deleteUnconfirmed(deps: RemovalDeps & Pick<Deps, 'providers'>): Promise<void> {
    for (;;) {
        const now = deps.clock.now();
        const rows = await claimUnconfirmed(deps.db, { now, until: new Date(now.getTime() + leaseMs) }, batchLimit);
        if (rows.length === 0) return;
        await Promise.all(rows.map((row) => revokeAndDelete(deps, row)));
    }
}

/** @param row hidden already, so that it cannot be confirmed */
export async function revokeAndDelete(deps: RemovalDeps & Pick<Deps, 'providers'>, row: ConnectionRow): Promise<void> {
    const hiddenAt = deps.clock.now();
    let integration: Integration | undefined;
    try {
        integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
        if (integration) await revokeConnection(deps, integration, row);
    } catch (error) {
        deps.log.error('grant_not_revoked: the connection is still deleted', {
            environment: row.environment_id,
            ...(integration ? { integration_id: integration.row.unique_key } : {}),
            connection_id: row.connection_id,
            error
        });
    }
    await deleteHiddenConnection(deps, row, integration, hiddenAt);
}
