import type { Db, IntegrationRow } from '@patchbay/db';
import { putAppRefusal } from './app-refusal.sql.ts';

/** The integration has another app now. */
export function forgetAppRefusal(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>): Promise<void> {
    return putAppRefusal(trx, row, null);
}
