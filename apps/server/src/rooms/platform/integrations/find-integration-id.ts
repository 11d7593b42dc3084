import type { Db } from '@patchbay/db';
import { findIntegration } from './integrations.sql.ts';

export async function findIntegrationIdByKey(db: Db, environmentId: string, integrationKey: string): Promise<string | undefined> {
    return (await findIntegration(db, environmentId, integrationKey))?.id;
}
