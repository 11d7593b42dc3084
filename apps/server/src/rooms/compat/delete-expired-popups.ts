import type { Deps } from '../../deps.ts';
import { inBatches } from '../../kernel/runtime/in-batches.ts';
import { deletePopupsBefore } from './popup-clients.sql.ts';

/** Longer than any socket waits. */
const retentionMs = 3_600_000;

export async function deleteExpiredPopups(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - retentionMs);
    await inBatches(deps, () => deletePopupsBefore(deps.db, before));
}
