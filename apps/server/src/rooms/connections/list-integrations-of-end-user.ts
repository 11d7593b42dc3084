import type { Db } from '@patchbay/db';
import { findIntegrationsOfEndUser } from './connections.sql.ts';

/** Keys of the integrations that this end user has connected. Nobody in particular has none. */
export async function listIntegrationsOfEndUser(
    db: Db,
    environmentId: string,
    endUserId: string | undefined
): Promise<ReadonlySet<string>> {
    return new Set(endUserId === undefined ? [] : await findIntegrationsOfEndUser(db, environmentId, endUserId));
}
