import type { Deps } from '../../../deps.ts';
import { markDeleted } from '../../platform/integrations/integrations.sql.ts';
import { removeIntegration } from './remove-integration.ts';

/**
 * Ends an integration at once: it is off, its key is free, and its connections and attempts are invisible. Behind the answer their access
 * is taken back and their rows go. False when there is none.
 */
export async function deleteIntegration(deps: Deps, environmentId: string, uniqueKey: string): Promise<boolean> {
    const row = await markDeleted(deps.db, environmentId, uniqueKey, deps.clock.now());
    if (!row) return false;
    deps.background.run(
        removeIntegration(deps, row).catch((error: unknown) =>
            deps.log.warn('integration_removal_failed: the clean-up continues it', { integration_id: uniqueKey, error })
        )
    );
    return true;
}
