import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type Integration, openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { deleteHiddenConnection } from './delete-hidden-connection.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { takeUnconfirmed } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';

const atOnce = 20;

/** Takes back and deletes connections that a share link made and nobody confirmed in time. They have been invisible since then. */
export async function forgetUnconfirmed(deps: Deps): Promise<void> {
    for (;;) {
        const now = deps.clock.now();
        const rows = await takeUnconfirmed(deps.db, { now, until: new Date(now.getTime() + leaseMs) }, atOnce);
        if (rows.length === 0) return;
        await Promise.all(rows.map((row) => forgetConnection(deps, row)));
    }
}

/** One of them. @param row nobody may confirm it any more */
export async function forgetConnection(deps: Deps, row: ConnectionRow): Promise<void> {
    const hiddenAt = deps.clock.now();
    let integration: Integration | undefined;
    try {
        integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
        if (integration) await revokeConnection(deps, integration, row);
    } catch (error) {
        deps.log.error('access could not be taken back', { error });
    }
    await deleteHiddenConnection(deps, row, integration, hiddenAt);
}
