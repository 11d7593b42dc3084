import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteOldLinks } from './connect-links.sql.ts';

/** What a link says is still asked for while its last sessions, and what they have running, go on. */
const keptForMs = 24 * 60 * 60_000;

export async function deleteExpiredLinks(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - keptForMs);
    await inBatches(deps, () => deleteOldLinks(deps.db, before));
}
