import type { Deps } from '../../deps.ts';
import { expireAttempts as expireRows } from './attempts.sql.ts';

/** Ends attempts whose time is up. */
export async function expireAttempts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    await expireRows(db, clock.now());
}
