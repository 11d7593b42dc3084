import { markDeleted } from '../../platform/integrations/integrations.sql.ts';
import { type IntegrationRemovalDeps, removeIntegration } from './remove-integration.ts';

/**
 * Hides an integration with its connections and attempts, and frees its key; revoking and
 * deleting continue in the background.
 * @returns false when there is none
 * @race both respond with success; something is stored afterwards: one statement marks it,
 * condition on the key; `saveConnection` holds the row (`for share`) and checks the mark
 */
export async function deleteIntegration(deps: IntegrationRemovalDeps, environmentId: string, uniqueKey: string): Promise<boolean> {
    const row = await markDeleted(deps.db, environmentId, uniqueKey, deps.clock.now());
    if (!row) return false;
    deps.background.run(removeIntegration(deps, row));
    return true;
}
