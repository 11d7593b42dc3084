import type { ConnectionRow } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { userHalfOf } from '../connection-store/credential-halves.ts';
import { expiryOf } from '../connection-store/refresh-schedule.ts';
import { isRefreshable, type RefreshableConnection, requestRefresh } from '../provider-calls/credential-types/credential-types.ts';
import { revocationUnsupportedReason } from '../revocation/revoke-grant.ts';
import { revokeUnlessShared } from '../revocation/revoke-unless-shared.ts';
import { withTimeout } from '../../../kernel/runtime/with-timeout.ts';
import { openSealed, type UsableConnection } from '../connection-store/open-connection.ts';
import type { WholeRow } from '../connection-store/usable-connection.sql.ts';
import type { KeepRenewed, RefreshedCredentials } from '../provider-calls/credential-types/credential-type.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';

/** Revokes the grant of a connection that is being deleted. Throws only for the database. */
export async function revokeConnection(
    deps: ProviderCallDeps & Pick<Deps, 'db' | 'seal'>,
    integration: Integration,
    row: ConnectionRow
): Promise<Revocation> {
    const reason = revocationUnsupportedReason(integration.provider);
    if (reason !== undefined) return { outcome: 'unsupported', reason };
    try {
        const opened = await openForProvider(deps, integration, row);
        return await revokeUnlessShared(deps, row, { ...opened, integration });
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        deps.log.error('secrets_unreadable: the grant is not revoked', {
            environment: row.environment_id,
            integration_id: integration.row.unique_key,
            connection_id: row.connection_id,
            error
        });
        return { outcome: 'failed', reason: 'The stored credentials could not be opened.' };
    }
}

/** Opens a connection, hidden or not; its integration may be switched off. @throws {SealError} */
export function openRow(deps: Pick<Deps, 'seal'>, integration: Integration, row: ConnectionRow): UsableConnection<WholeRow> {
    const { provider, row: integrationRow } = integration;
    const { unique_key: integration_key, enabled: integration_enabled, display_name: integration_name } = integrationRow;
    const whole = { ...row, integration_key, integration_enabled, integration_name, provider: provider.id, integration: integrationRow };
    return { row: whole, integration, ...openSealed(deps, whole) };
}

/** Whether the access token has to be renewed first: a hook calls the API with it. */
export function needsFreshToken({ clock }: Pick<Deps, 'clock'>, connection: UsableConnection): connection is RefreshableConnection {
    const { provider } = connection.integration;
    // Of CUSTOM it is the person's that is revoked.
    const expiresAt = expiryOf(userHalfOf(connection.credentials) ?? connection.credentials) ?? Number.POSITIVE_INFINITY;
    return provider.revoke !== undefined && isRefreshable(connection) && expiresAt <= clock.now();
}

type Opened = Pick<UsableConnection, 'credentials' | 'config'>;

/**
 * With a refreshed access token where a hook calls the API; RFC 7009 takes the refresh token. The
 * row is hidden and leased, so the new token is not stored.
 */
async function openForProvider(deps: ProviderCallDeps & Pick<Deps, 'seal'>, integration: Integration, row: ConnectionRow): Promise<Opened> {
    const connection = openRow(deps, integration, row);
    if (!needsFreshToken(deps, connection)) return connection;
    let latest: Opened = connection;
    const take = ({ credentials }: Pick<RefreshedCredentials, 'credentials'>) => {
        latest = { ...connection, credentials };
    };
    // Of several requests one may have brought a token, and a later one fail.
    const keep: KeepRenewed = (renewed) => Promise.resolve(take(renewed)).then(() => true);
    const renewed = requestRefresh(deps, connection, keep).then(
        (renewal) => renewal.ok && take(renewal.renewed),
        () => undefined
    );
    await withTimeout(deps.providerTimeouts.revokeMs, renewed, undefined);
    return latest;
}
