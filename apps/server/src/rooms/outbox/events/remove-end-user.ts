import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/sql/in-batches.ts';
import { removeEndUser } from './events.sql.ts';

/**
 * Removes the end user from the events of at most 100 connections that are being deleted.
 * @param until when they were hidden: later events of the same ids are of other connections
 */
export async function removeEndUserFromEvents(
    deps: Pick<Deps, 'db' | 'background'>,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] },
    until: Date
): Promise<void> {
    await inBatches(deps, () => removeEndUser(deps.db, connections, until));
}
