import type { Db } from '@patchbay/db';
import { findIntegrations } from './integrations.sql.ts';

/** The environment's integrations by their key, each with its provider's id. */
export async function listProvidersOf(db: Db, environmentId: string): Promise<ReadonlyMap<string, string>> {
    return new Map((await findIntegrations(db, environmentId)).map(({ unique_key: key, provider }) => [key, provider]));
}
