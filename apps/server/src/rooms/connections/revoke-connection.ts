import type { ConnectionRow } from '@patchbay/db';
import type { Revocation } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { SealError } from '../../kernel/seal.ts';
import type { Integration } from '../integrations/open-integration.ts';
import { getCredentials, openSealed } from './get-credentials.ts';
import { whyIrrevocable } from './revoke-grant.ts';
import { revokeUnlessShared } from './revoke-unless-shared.ts';
import { within } from './within.ts';

/** Takes back what a stored connection was granted. Throws only for the database. @param row as it is or was stored */
export async function revokeConnection(deps: Deps, integration: Integration, row: ConnectionRow): Promise<Revocation> {
    const reason = whyIrrevocable(integration.provider);
    if (reason !== undefined) return { outcome: 'unsupported', reason };
    try {
        const opened = await openForProvider(deps, integration, row);
        return await revokeUnlessShared(deps, row, { ...opened, integration });
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        deps.log.error('stored secrets could not be opened, so the access was not taken back', { error });
        return { outcome: 'failed', reason: 'The stored credentials could not be opened.' };
    }
}

type Opened = ReturnType<typeof openSealed>;

/** Renewed, where a hook calls the API: an access token that has ended is of no use there. Standard revocation takes the refresh token. */
async function openForProvider(deps: Deps, { provider, row: { unique_key: key } }: Integration, row: ConnectionRow): Promise<Opened> {
    const stored = openSealed(deps, { ...row, integration_key: key, provider: provider.id });
    const { expires_at: end } = stored.credentials;
    if (!provider.revoke || typeof end !== 'string' || Date.parse(end) > deps.clock.now().getTime()) return stored;
    const target = { environmentId: row.environment_id, integrationKey: key, connectionId: row.connection_id };
    const renewed: Promise<Opened> = getCredentials(deps, target).catch(() => stored);
    return within(deps.providerPatience.revokeMs, renewed, stored);
}
