import type { Deps } from '../../deps.ts';
import { findIntegrations } from './integrations.sql.ts';
import { type Integration, openRow } from './open-integration.ts';

/** The integrations that a session may connect, opened. Those that are switched off are not offered. @param allowed empty means all */
export async function openAllowedIntegrations(
    deps: Pick<Deps, 'db' | 'seal' | 'providers'>,
    environmentId: string,
    allowed: readonly string[]
): Promise<Integration[]> {
    const rows = (await findIntegrations(deps.db, environmentId)).filter(
        ({ unique_key: key, enabled }) => enabled && (allowed.length === 0 || allowed.includes(key))
    );
    return rows.map((row) => openRow(deps, row)).filter((integration) => integration !== undefined);
}
