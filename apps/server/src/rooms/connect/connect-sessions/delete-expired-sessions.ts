import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteResponsesBefore, deleteSessionsBefore } from './connect-sessions.sql.ts';

/** For a day after it ended, its token may still ask what became of an attempt. */
const retentionMs = 24 * 60 * 60_000;

export async function deleteExpiredSessions(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now();
    const before = new Date(now.getTime() - retentionMs);
    await inBatches(deps, () => deleteSessionsBefore(deps.db, before));
    await inBatches(deps, () => deleteResponsesBefore(deps.db, now));
}
