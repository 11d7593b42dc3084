import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteOldEvents, forgetWords } from './events.sql.ts';

const dayMs = 24 * 60 * 60_000;
const keptForMs = 30 * dayMs;
/** As long as an attempt keeps them. */
const wordsKeptForMs = dayMs;

/** Events are kept for 30 days; the provider's words in them for one. */
export async function deleteExpiredEvents(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now().getTime();
    await inBatches(deps, () => forgetWords(deps.db, new Date(now - wordsKeptForMs)));
    await inBatches(deps, () => deleteOldEvents(deps.db, new Date(now - keptForMs)));
}
