import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { forgetEndUserOf } from './events.sql.ts';

/**
 * The end user's data in events goes before the connections that they were about, at most 100 of them.
 * @param until when they were hidden: nothing is told of them afterwards, and their names may belong to others by now
 */
export async function forgetEndUser(
    deps: Pick<Deps, 'db' | 'background'>,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] },
    until: Date
): Promise<void> {
    await inBatches(deps, () => forgetEndUserOf(deps.db, connections, until));
}
