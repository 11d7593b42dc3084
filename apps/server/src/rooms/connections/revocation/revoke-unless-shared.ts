import type { ConnectionRow } from '@patchbay/db';
import { isMcp, type Provider, type Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { findTokenUse, mayShareAccount } from './revocation.sql.ts';
import { revokeGrant } from './revoke-grant.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import type { Candidate } from '../connection-store/candidate.ts';
import type { ProviderCallDeps } from '../provider-calls/provider-request.ts';

type Effects = ProviderCallDeps & Pick<Deps, 'db'>;

/**
 * Revokes a connection's grant unless that would end other connections too: many providers keep
 * one grant per account and OAuth app.
 */
export async function revokeUnlessShared(
    deps: Effects,
    row: Parameters<typeof mayShareAccount>[1] & Pick<ConnectionRow, 'connection_id'>,
    candidate: Candidate
): Promise<Revocation> {
    const { provider } = candidate.integration;
    if (!revokesSingleGrant(provider) && (await mayShareAccount(deps.db, row, provider.id, deps.clock.now())))
        return {
            outcome: 'unsupported',
            reason: `${provider.display_name} would end every connection of this account, and another one may still use it.`
        };
    return revokeGrant(deps, candidate, { connection_id: row.connection_id });
}

/** Whether a revocation keeps what else the account has given to the same app. */
export function revokesSingleGrant(provider: Provider): boolean {
    // RFC 7009 (2.1): the token, and the others of its grant.
    if (provider.auth_mode === 'INSTALL_PLUGIN') return true;
    return isMcp(provider) || ('revocation_ends' in provider && provider.revocation_ends === 'grant');
}

/** Revokes a token that came too late for a connection with no more use for it. Never throws. */
export async function revokeIfUnused(
    deps: Effects,
    { row, integration, config }: UsableConnection,
    credentials: Candidate['credentials']
): Promise<void> {
    const candidate = { integration, credentials, config };
    try {
        const use = await findTokenUse(deps.db, row, deps.clock.now());
        if (use === 'ended') await revokeUnlessShared(deps, row, candidate);
        if (use === 'revoked_by_freeze') await revokeGrant(deps, candidate, { connection_id: row.connection_id });
    } catch (error) {
        deps.log.error('grant_not_revoked: it came after its connection was deleted or revoked', {
            environment: row.environment_id,
            integration_id: integration.row.unique_key,
            connection_id: row.connection_id,
            error
        });
    }
}
