import type { IntegrationRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { removeAttemptsOf } from '../../connect/attempts/removal/remove-attempts-of.ts';
import { deleteWebhooksOf } from '../../outbox/incoming-webhooks/incoming-webhooks.sql.ts';
import { inBatches } from '../../../kernel/sql/in-batches.ts';
import { type RemovalDeps, removeConnectionsOf } from '../../connections/connection-removal/remove-connections-of.ts';
import { addRevocations, deleteEmptyIntegration, takeDeletedIntegrations } from '../../platform/integrations/integrations.sql.ts';
import { resolveIntegration } from '../../platform/integrations/open-integration.ts';
import { originalKey } from '../../platform/integrations/original-key.ts';

export type IntegrationRemovalDeps = RemovalDeps & Pick<Deps, 'flights' | 'providers'>;

/** In parallel, per server and round. */
const maxParallel = 10;

/** Continues interrupted removals. */
export async function removeDeletedIntegrations(deps: IntegrationRemovalDeps): Promise<void> {
    const rows = await takeDeletedIntegrations(deps.db, maxParallel, deps.clock.now());
    await Promise.all(rows.map((row) => removeIntegration(deps, row)));
}

/**
 * Removes a deleted integration's connections and attempts in batches, then its row. Never throws:
 * the clean-up tries again.
 * @race the row goes while a connection is left: its deletion has the condition that there is none
 */
export async function removeIntegration(deps: IntegrationRemovalDeps, row: IntegrationRow): Promise<void> {
    await remove(deps, row).catch((error: unknown) =>
        deps.log.warn('integration_removal_failed: the clean-up continues it', { ...aboutOf(row), error })
    );
}

function remove(deps: IntegrationRemovalDeps, row: IntegrationRow): Promise<void> {
    return deps.flights.run(`remove-integration/${row.id}`, async () => {
        const integration = openIfPossible(deps, row);
        await removeConnectionsOf(deps, row, integration, (trx, counts) => addRevocations(trx, row, counts));
        await removeAttemptsOf(deps, row, integration);
        await inBatches(deps, () => deleteWebhooksOf(deps.db, { environmentId: row.environment_id, integrationId: row.id }));
        if (deps.background.isFinishing) return;
        const revocations = await deleteEmptyIntegration(deps.db, row);
        if (!revocations) return;
        const { revoked = 0, unsupported = 0, failed = 0 } = revocations;
        deps.log.info('integration_removed', {
            ...aboutOf(row),
            provider: row.provider,
            revocations: { revoked, unsupported, failed }
        });
    });
}

function aboutOf(row: IntegrationRow) {
    return { environment: row.environment_id, integration_id: originalKey(row) };
}

/** What cannot be opened any more can still be deleted. */
function openIfPossible(deps: Pick<Deps, 'seal' | 'providers'>, row: IntegrationRow) {
    try {
        return resolveIntegration(deps, row);
    } catch (error) {
        if (error instanceof SealError) return undefined;
        throw error;
    }
}
