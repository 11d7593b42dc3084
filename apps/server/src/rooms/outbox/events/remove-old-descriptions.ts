import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/sql/in-batches.ts';
import { removeErrorDescriptions } from './events.sql.ts';

/** As long as an attempt keeps the provider's text. */
const retentionMs = 24 * 60 * 60_000;

/** Error descriptions, which may quote the provider, are kept for a day. */
export async function removeOldDescriptions(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - retentionMs);
    await inBatches(deps, () => removeErrorDescriptions(deps.db, before));
}
