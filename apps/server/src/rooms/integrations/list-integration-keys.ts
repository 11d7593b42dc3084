import type { Db } from '@patchbay/db';
import { findIntegrations } from './integrations.sql.ts';

export async function listIntegrationKeys(db: Db, environmentId: string): Promise<string[]> {
    return (await findIntegrations(db, environmentId)).map(({ unique_key: key }) => key);
}
