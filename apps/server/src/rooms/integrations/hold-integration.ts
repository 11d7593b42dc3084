import type { Db, IntegrationRow } from '@patchbay/db';
import { lockUsableIntegration } from './integrations.sql.ts';

/** Whether an integration is still there and on; if so it stays so until the transaction ends. */
export function holdIntegration(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>): Promise<boolean> {
    return lockUsableIntegration(trx, row.environment_id, row.id);
}
