import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteAttemptsBefore, clearPersonalData } from './attempts.sql.ts';

const dayMs = 24 * 60 * 60_000;
/** For support. */
const retentionMs = 30 * dayMs;
/** As long as the session, whose token reads it. */
const personalDataRetentionMs = dayMs;

/** Deletes attempts after 30 days, and their personal data after a day. */
export async function deleteExpiredAttempts(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now().getTime();
    await inBatches(deps, () => clearPersonalData(deps.db, new Date(now - personalDataRetentionMs)));
    await inBatches(deps, () => deleteAttemptsBefore(deps.db, new Date(now - retentionMs)));
}
