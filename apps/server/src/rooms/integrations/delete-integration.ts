import type { Deps } from '../../deps.ts';
import { SealError } from '../../kernel/seal.ts';
import { rememberGrantsOf } from '../connections/revoke-connections-of.ts';
import { deleteIntegrationRow } from './integrations.sql.ts';
import { openIntegration } from './open-integration.ts';

/**
 * Deletes an integration with its connections and attempts, and then takes back, behind the answer, what the connections were granted.
 * False when there is none.
 */
export async function deleteIntegration(deps: Deps, environmentId: string, uniqueKey: string): Promise<boolean> {
    const revokeGrants = await rememberGrants(deps, environmentId, uniqueKey);
    if (!(await deleteIntegrationRow(deps.db, environmentId, uniqueKey))) return false;
    if (revokeGrants)
        deps.background.run(
            revokeGrants().catch((error: unknown) =>
                deps.log.error('the grants of a deleted integration were not all taken back', { error })
            )
        );
    return true;
}

/** What cannot be opened any more can still be deleted. */
async function rememberGrants(deps: Deps, environmentId: string, uniqueKey: string): Promise<(() => Promise<void>) | undefined> {
    try {
        const integration = await openIntegration(deps, environmentId, uniqueKey);
        return integration && (await rememberGrantsOf(deps, integration));
    } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
    }
}
