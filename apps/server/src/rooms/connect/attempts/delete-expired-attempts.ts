import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/runtime/in-batches.ts';
import { deleteOldAttempts, forgetPersons } from './attempts.sql.ts';

const dayMs = 24 * 60 * 60_000;
/** For support. */
const keptForMs = 30 * dayMs;
/** As long as the session, whose token reads it. */
const personKeptForMs = dayMs;

/** Deletes attempts after 30 days, and their personal data after a day. */
export async function deleteExpiredAttempts(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const now = deps.clock.now().getTime();
    await inBatches(deps, () => forgetPersons(deps.db, new Date(now - personKeptForMs)));
    await inBatches(deps, () => deleteOldAttempts(deps.db, new Date(now - keptForMs)));
}
