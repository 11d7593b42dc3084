import { AppError } from '@patchbay/contracts';
import type { Db, IntegrationRow } from '@patchbay/db';
import { lockIntegrationToUse } from './integrations.sql.ts';

/**
 * Holds an integration as it is until the transaction ends, against being changed, switched off or deleted.
 * @param clientId the OAuth app that it must still have
 * @throws {AppError} `conflict` when it was deleted or has another app meanwhile, `integration_disabled` when it is off
 */
export async function holdIntegration(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>, clientId?: string): Promise<void> {
    const held = await lockIntegrationToUse(trx, row.environment_id, row.id);
    if (!held) throw new AppError('conflict', { message: 'The integration was deleted meanwhile.' });
    if (!held.enabled) throw new AppError('integration_disabled');
    if (clientId !== undefined && clientId !== held.client_id)
        throw new AppError('conflict', { message: 'The OAuth app of the integration was replaced meanwhile.' });
}
