import type { ConnectionRow } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { expiryOf } from '../connection-store/refresh-schedule.ts';
import { isRefreshable, requestRefresh } from '../provider-calls/request-refresh.ts';
import { revocationUnsupportedReason, revokeGrant } from '../revocation/revoke-grant.ts';
import { revokeUnlessShared } from '../revocation/revoke-unless-shared.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import { openSealed } from '../connection-store/open-connection.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';

/**
 * Revokes the grant of a connection. Throws only for the database.
 * @param options.evenIfShared also where that ends other connections of the account
 */
export async function revokeConnection(
    deps: ProviderCallDeps & Pick<Deps, 'db' | 'seal'>,
    integration: Integration,
    row: ConnectionRow,
    { evenIfShared = false }: { evenIfShared?: boolean } = {}
): Promise<Revocation> {
    const reason = revocationUnsupportedReason(integration.provider);
    if (reason !== undefined) return { outcome: 'unsupported', reason };
    try {
        const opened = await openForProvider(deps, integration, row);
        const candidate = { ...opened, integration };
        if (evenIfShared) return await revokeGrant(deps, candidate, { connection_id: row.connection_id });
        return await revokeUnlessShared(deps, row, candidate);
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        deps.log.error('secrets_unreadable: the grant is not revoked', {
            integration_id: integration.row.unique_key,
            connection_id: row.connection_id,
            error
        });
        return { outcome: 'failed', reason: 'The stored credentials could not be opened.' };
    }
}

type Opened = ReturnType<typeof openSealed>;

/**
 * With a refreshed access token where a hook calls the API; RFC 7009 takes the refresh token. The
 * row is hidden and leased, so the new token is not stored.
 */
async function openForProvider(deps: ProviderCallDeps & Pick<Deps, 'seal'>, integration: Integration, row: ConnectionRow): Promise<Opened> {
    const { provider, row: integrationRow } = integration;
    const { unique_key: integration_key, enabled: integration_enabled, display_name: integration_name } = integrationRow;
    const whole = { ...row, integration_key, integration_enabled, integration_name, provider: provider.id, integration: integrationRow };
    const stored = openSealed(deps, whole);
    const connection = { row: whole, integration, ...stored };
    if (!provider.revoke || !isRefreshable(connection) || (expiryOf(stored.credentials) ?? Number.POSITIVE_INFINITY) > deps.clock.now())
        return stored;
    const renewed: Promise<Opened> = requestRefresh(deps, connection).then(
        (renewal) => (renewal.ok ? { ...stored, credentials: renewal.renewed.credentials } : stored),
        () => stored
    );
    return withTimeout(deps.providerTimeouts.revokeMs, renewed, stored);
}
