import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteLinksBefore } from './connect-links.sql.ts';

/** Its last sessions, and their attempts, still read the link. */
const retentionMs = 24 * 60 * 60_000;

export async function deleteExpiredLinks(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - retentionMs);
    await inBatches(deps, () => deleteLinksBefore(deps.db, before));
}
