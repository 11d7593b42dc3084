import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteOldAttempts, forgetPersons } from './attempts.sql.ts';

const dayMs = 24 * 60 * 60_000;
/** For support: "it did not work last week" has an answer. */
const keptForMs = 30 * dayMs;
/** As long as the session, whose token alone can ask for it. */
const personKeptForMs = dayMs;

/** Of an attempt, what happened when is kept for 30 days; what it says about the person goes a day after its end. */
export async function deleteExpiredAttempts(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now().getTime();
    await inBatches(deps, () => forgetPersons(deps.db, new Date(now - personKeptForMs)));
    await inBatches(deps, () => deleteOldAttempts(deps.db, new Date(now - keptForMs)));
}
