import type { ConnectionRow } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { endOf } from '../connection-store/refresh-schedule.ts';
import { isRenewable, renew } from '../provider-calls/renew.ts';
import { whyIrrevocable } from '../revocation/revoke-grant.ts';
import { revokeUnlessShared } from '../revocation/revoke-unless-shared.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import { openSealed } from '../connection-store/open-connection.ts';

/** Takes back what a stored connection was granted. Throws only for the database. @param row as it is or was stored */
export async function revokeConnection(deps: Deps, integration: Integration, row: ConnectionRow): Promise<Revocation> {
    const reason = whyIrrevocable(integration.provider);
    if (reason !== undefined) return { outcome: 'unsupported', reason };
    try {
        const opened = await openForProvider(deps, integration, row);
        return await revokeUnlessShared(deps, row, { ...opened, integration });
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        deps.log.error('secrets_unreadable: the grant is not revoked', { connection_id: row.connection_id, error });
        return { outcome: 'failed', reason: 'The stored credentials could not be opened.' };
    }
}

type Opened = ReturnType<typeof openSealed>;

/**
 * Renewed, where a hook calls the API: an access token that has ended is of no use there. Standard revocation takes the refresh token.
 * The row is hidden and its lease ours, so what comes is neither stored nor told.
 */
async function openForProvider(deps: Deps, integration: Integration, row: ConnectionRow): Promise<Opened> {
    const { provider, row: integrationRow } = integration;
    const whole = { ...row, integration_key: integrationRow.unique_key, provider: provider.id, integration: integrationRow };
    const stored = openSealed(deps, whole);
    const connection = { row: whole, integration, ...stored };
    if (!provider.revoke || !isRenewable(connection) || (endOf(stored.credentials) ?? Number.POSITIVE_INFINITY) > deps.clock.now())
        return stored;
    const renewed: Promise<Opened> = renew(deps, connection).then(
        (renewal) => (renewal.ok ? { ...stored, credentials: renewal.renewed.credentials } : stored),
        () => stored
    );
    return withTimeout(deps.providerPatience.revokeMs, renewed, stored);
}
