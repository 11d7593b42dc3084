import type { Provider, Revocation } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { isStillThere, mayShareItsAccount } from './revocation.sql.ts';
import { revokeGrant } from './revoke-grant.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import type { Candidate } from '../connection-store/candidate.ts';

type Effects = Pick<Deps, 'db' | 'clock' | 'egress' | 'config' | 'log' | 'providerPatience'>;

/**
 * Takes back what a connection was granted, unless that would end other connections too: many providers keep one grant for an account
 * and an OAuth app, however often the account has signed in.
 * @param row as it is or was stored
 */
export async function revokeUnlessShared(
    deps: Effects,
    row: Parameters<typeof mayShareItsAccount>[1],
    candidate: Candidate
): Promise<Revocation> {
    const { provider } = candidate.integration;
    if (!endsOneGrant(provider) && (await mayShareItsAccount(deps.db, row, provider.id, deps.clock.now())))
        return {
            outcome: 'unsupported',
            reason: `${provider.display_name} would end every connection of this account, and another one may live on it.`
        };
    return revokeGrant(deps, candidate);
}

/** Whether a revocation leaves alone whatever else the account has granted to the same OAuth app. */
export function endsOneGrant(provider: Provider): boolean {
    return 'revocation_ends' in provider && provider.revocation_ends === 'grant';
}

/** Revokes a token that was issued while its connection was being deleted. Never throws. */
export async function revokeIfDeleted(
    deps: Effects,
    { row, integration, config }: UsableConnection,
    credentials: Candidate['credentials']
): Promise<void> {
    try {
        if (!(await isStillThere(deps.db, row, deps.clock.now())))
            await revokeUnlessShared(deps, row, { integration, credentials, config });
    } catch (error) {
        deps.log.error('grant_not_revoked: it came while the connection was being deleted', { connection_id: row.connection_id, error });
    }
}
