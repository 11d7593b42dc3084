import type { Deps } from '../../deps.ts';
import { deleteOldAnswers, deleteOldSessions } from './connect-sessions.sql.ts';

/** Attempts go with their session; for a day after it ended, somebody may still ask what became of one. */
const keptForMs = 24 * 60 * 60_000;

export async function forgetOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    const now = clock.now();
    await deleteOldSessions(db, new Date(now.getTime() - keptForMs));
    await deleteOldAnswers(db, now);
}
