import type { IntegrationRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { findIntegrations } from './integrations.sql.ts';
import { type Integration, resolveIntegration } from './open-integration.ts';

/**
 * The enabled integrations that a session may connect, without those whose secrets cannot be
 * opened.
 * @param allowed empty means all
 */
export async function openAllowedIntegrations(
    deps: Pick<Deps, 'batches' | 'seal' | 'providers' | 'log'>,
    environmentId: string,
    allowed: readonly string[]
): Promise<Integration[]> {
    const rows = await findAllowedIntegrations(deps, environmentId, allowed);
    return rows.flatMap((row) => {
        try {
            return resolveIntegration(deps, row) ?? [];
        } catch (error) {
            if (!(error instanceof SealError)) throw error;
            deps.log.error('integration_unreadable', { environment: environmentId, integration_id: row.unique_key, error });
            return [];
        }
    });
}

/** The enabled integrations that a session allows. @param allowed empty means all */
export async function findAllowedIntegrations(
    { batches }: Pick<Deps, 'batches'>,
    environmentId: string,
    allowed: readonly string[]
): Promise<IntegrationRow[]> {
    return (await findIntegrations(batches, { environmentId })).filter(
        ({ unique_key: key, enabled }) => enabled && (allowed.length === 0 || allowed.includes(key))
    );
}
