import type { Db } from '@patchbay/db';
import { forgetEndUserOf } from './webhooks.sql.ts';

/** The end user's data in events goes with the connections that they were about, in the transaction that deletes those. */
export function forgetEndUser(
    trx: Db,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] },
    now: Date
): Promise<void> {
    return forgetEndUserOf(trx, connections, now);
}
