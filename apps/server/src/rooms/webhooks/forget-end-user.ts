import type { Deps } from '../../deps.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { forgetEndUserOf } from './webhooks.sql.ts';

/** The end user's data in events goes before the connections that they were about: nothing is told of these any more. At most 100. */
export async function forgetEndUser(
    deps: Pick<Deps, 'db' | 'clock' | 'background'>,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] }
): Promise<void> {
    const now = deps.clock.now();
    await inBatches(deps, () => forgetEndUserOf(deps.db, connections, now));
}
