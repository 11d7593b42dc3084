import type { Deps } from '../../deps.ts';
import { deleteOldAnswers, deleteOldSessions } from './connect-sessions.sql.ts';

/** For a day after it ended, its token may still ask what became of an attempt. */
const keptForMs = 24 * 60 * 60_000;

export async function forgetOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    const now = clock.now();
    const before = new Date(now.getTime() - keptForMs);
    // Until nothing is left: more can be minted in a minute than one batch holds.
    while ((await deleteOldSessions(db, before)) > 0);
    await deleteOldAnswers(db, now);
}
