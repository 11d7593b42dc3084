import type { Deps } from '../../deps.ts';
import { deleteOldLinks } from './connect-links.sql.ts';

/** What a link says is still asked for while its last sessions, and what they have running, go on. */
const keptForMs = 24 * 60 * 60_000;

export async function forgetOldLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    const before = new Date(clock.now().getTime() - keptForMs);
    while ((await deleteOldLinks(db, before)) > 0);
}
