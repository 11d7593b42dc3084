import type { StoredEndUser } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { deleteHiddenConnection } from './delete-hidden-connection.ts';
import { leaseMs } from '../credentials/refresh-credentials.ts';
import { hideConnection } from '../revocation/revocation.sql.ts';
import { revokeConnection } from './revoke-connection.ts';
import type { ConnectionTarget } from '../connection-store/usable-connection.sql.ts';
import type { RemovalDeps } from './remove-connections-of.ts';

/**
 * Runs what functions have to do before, hides the connection, revokes the grant, then deletes the
 * row, whatever the provider responds. In this order, so that of concurrent deletions the last
 * finds no other connection of the account, no refresh runs, and the clean-up continues after a
 * crash.
 * @param endUser who deletes it: it has to be theirs. Undefined: the backend does
 * @returns undefined when there is no such connection
 * @race both see the other connection of the account and neither revokes; a renewal or an event of
 * what is gone: one statement hides the row and raises the fence before anything is decided
 * @race two events of one deletion, or one that a crash loses: the transaction that hides the row
 */
export async function deleteConnection(
    deps: RemovalDeps & Pick<Deps, 'connectionHandlers' | 'ids' | 'providers'>,
    target: ConnectionTarget,
    endUser?: StoredEndUser
): Promise<Revocation | undefined> {
    await deps.connectionHandlers.beforeDeletion(target, endUser);
    const now = deps.clock.now();
    const times = { now, until: new Date(now.getTime() + leaseMs) };
    const row = await hideWithEvents(deps, target, times, endUser);
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

/**
 * Hides it with its events, which keep the end user's ids: afterwards nothing else names them. What
 * was never confirmed had no event, and gets none.
 */
function hideWithEvents(
    deps: Pick<Deps, 'clock' | 'db' | 'ids' | 'providers'>,
    target: ConnectionTarget,
    times: Parameters<typeof hideConnection>[2],
    endUser: StoredEndUser | undefined
): ReturnType<typeof hideConnection> {
    return deps.db.transaction().execute(async (trx) => {
        const row = await hideConnection(trx, target, times, endUser);
        if (!row?.was_confirmed) return row;
        const owner = { environmentId: row.environment_id, integrationId: row.integration_id };
        const about = {
            connectionId: row.connection_id,
            providerConfigKey: target.integrationKey,
            provider: row.provider,
            authMode: deps.providers.get(row.provider)?.auth_mode ?? row.credentials_type,
            tags: {}
        };
        const ids = row.end_user && {
            endUserId: row.end_user.id,
            endUserEmail: null,
            organizationId: row.end_user.organization?.id ?? null,
            tags: {}
        };
        if (endUser && ids)
            await recordEvent(trx, deps, {
                ...owner,
                content: { ...about, type: 'auth', operation: 'deletion', success: true, initiator: 'end_user', endUser: ids }
            });
        await recordEvent(trx, deps, {
            ...owner,
            content: {
                ...about,
                type: 'connection.deleted',
                initiator: endUser ? 'end_user' : 'backend',
                connectionCreatedAt: row.created_at.toISOString(),
                ...(ids ? { endUser: ids } : {})
            }
        });
        return row;
    });
}
