import type { Db } from '@patchbay/db';
import { addTraffic, type TrafficTable } from './traffic-counts.sql.ts';
import { rowOf, type TrafficSum } from './traffic-sum.ts';
import { createWaitingSums } from './waiting-sums.ts';

const stepMs = { traffic_minutes: 60_000, traffic_hours: 60 * 60_000, traffic_days: 24 * 60 * 60_000 };

/**
 * Adds sums of minutes to the database, and to their hours and days: to all, or to none.
 * @race a commit whose confirmation is lost is repeated: its requests then count twice
 */
export async function storeTraffic(db: Db, minutes: readonly TrafficSum[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
        for (const table of ['traffic_minutes', 'traffic_hours', 'traffic_days'] satisfies TrafficTable[])
            await addTraffic(trx, table, sumsOf(minutes, stepMs[table]).map(rowOf));
    });
}

function sumsOf(minutes: readonly TrafficSum[], ms: number): TrafficSum[] {
    const sums = createWaitingSums();
    for (const minute of minutes) sums.add({ ...minute, at: Math.floor(minute.at / ms) * ms });
    return sums.takeAll();
}
