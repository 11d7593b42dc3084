import { AppError } from '@patchbay/contracts';
import type { Db, IntegrationRow } from '@patchbay/db';
import { requireEnabled } from './require-enabled.ts';
import { lockIntegrationToUse } from './integrations.sql.ts';

/**
 * Locks an integration until the transaction ends, against changes and deletion.
 * @param clientId the OAuth app that it must still have
 * @returns it as it is now, since the row may be older
 * @throws {AppError} `conflict` when it was deleted or has another app, `integration_disabled`,
 * `frozen`
 * @race a deleted or switched-off integration gets a connection: its row `for share`
 */
export async function lockEnabledIntegration(
    trx: Db,
    row: Pick<IntegrationRow, 'environment_id' | 'id'>,
    clientId?: string
): Promise<Pick<IntegrationRow, 'single_account'>> {
    const held = await lockIntegrationToUse(trx, row.environment_id, row.id);
    if (!held) throw new AppError('conflict', { message: 'The integration was deleted meanwhile.' });
    requireEnabled(held);
    if (clientId !== undefined && clientId !== held.client_id)
        throw new AppError('conflict', { message: 'The OAuth app of the integration was replaced meanwhile.' });
    return held;
}
