import type { Deps } from '../../../deps.ts';
import { addPartition, dropPartition, listPartitions } from './partitions.sql.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Partitions exist so long before they are needed. */
const aheadMs = 2 * dayMs;

/** Days since 1970. */
export function dayOf(at: Date): number {
    return Math.floor(at.getTime() / dayMs);
}

/**
 * Makes the partitions of the next days and drops those whose retention is over.
 * @race two servers do it: advisory lock in the transaction of each, `if not exists`, `if exists`
 */
export async function movePartitions({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
    const now = clock.now();
    const existing = await listPartitions(db);
    const last = dayOf(new Date(now.getTime() + aheadMs));
    for (let day = dayOf(now); day <= last; day += 1) if (!existing.includes(day)) await addPartition(db, day);
    const oldest = dayOf(now) - config.logRetentionDays;
    for (const day of existing) if (day < oldest) await dropPartition(db, day);
}
