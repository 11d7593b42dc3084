import type { Deps } from '../../deps.ts';
import { deletePopupsBefore } from './popup-clients.sql.ts';

/** No socket waits that long. */
const keptMs = 3_600_000;

export async function forgetOldPopups({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
    await deletePopupsBefore(db, new Date(clock.now().getTime() - keptMs));
}
