import type { IntegrationRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { deleteAttempts, findAttemptsOf } from '../attempts.sql.ts';
import { revokeParkedGrant } from '../outcome/revoke-unused-grant.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';

/**
 * Removes the attempts of a deleted integration in batches, and revokes their parked grants.
 * @race two servers revoke the same grant: the one that deleted the attempt does
 */
export async function removeAttemptsOf(
    deps: ProviderCallDeps & Pick<Deps, 'db' | 'seal' | 'background'>,
    { environment_id: environmentId, id }: IntegrationRow,
    integration: Integration | undefined
): Promise<void> {
    while (!deps.background.isFinishing) {
        const rows = await findAttemptsOf(deps.db, environmentId, id, 1000);
        if (rows.length === 0) return;
        const deleted = new Set(
            await deleteAttempts(
                deps.db,
                environmentId,
                rows.map((row) => row.id)
            )
        );
        if (!integration) continue;
        for (const row of rows) if (row.parked && deleted.has(row.id)) deps.background.run(revokeParkedGrant(deps, row, integration));
    }
}
