import type { Deps } from '../../../../deps.ts';
import { inBatches } from '../../../../kernel/sql/in-batches.ts';
import { clearPersonalData } from '../attempts.sql.ts';

/** As long as the session, whose token reads it. */
const retentionMs = 24 * 60 * 60_000;

export async function removePersonalData(deps: Pick<Deps, 'db' | 'clock' | 'background'>): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - retentionMs);
    await inBatches(deps, () => clearPersonalData(deps.db, before));
}
