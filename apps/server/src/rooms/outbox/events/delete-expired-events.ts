import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteEventsBefore, removeErrorDescriptions } from './events.sql.ts';

const dayMs = 24 * 60 * 60_000;
const retentionMs = 30 * dayMs;
/** As long as an attempt keeps the provider's text. */
const descriptionRetentionMs = dayMs;

/** Events are kept for 30 days; error descriptions, which may quote the provider, for one. */
export async function deleteExpiredEvents(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now().getTime();
    await inBatches(deps, () => removeErrorDescriptions(deps.db, new Date(now - descriptionRetentionMs)));
    await inBatches(deps, () => deleteEventsBefore(deps.db, new Date(now - retentionMs)));
}
