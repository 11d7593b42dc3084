import type { Deps } from '../../deps.ts';
import { deleteUnconfirmed } from './connections.sql.ts';

/** Deletes connections that a share link made and nobody confirmed in time. They have been invisible since then. */
export async function forgetUnconfirmed({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    const now = clock.now();
    while ((await deleteUnconfirmed(db, now)) > 0);
}
