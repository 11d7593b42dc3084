import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@patchbay/db';
import type { BodySettings } from './body-settings.ts';
import { describeWithBodies, type EndedExchange, type LogRow } from './describe-exchange.ts';
import { addPartition } from './partitions.sql.ts';
import { dayOf } from './partitions.ts';
import { insertEntries } from './request-log.sql.ts';

/** So many are described before other work of the process has its turn. */
const sliceSize = 10;

/**
 * Stores exchanges in one statement, in partitions that it makes where there are none yet.
 * @race two servers make a partition: advisory lock in its transaction, `if not exists`
 */
export function createStore(db: Db, settings: BodySettings): (ended: readonly EndedExchange[]) => Promise<void> {
    const days = new Set<number>();
    return async (ended) => {
        const rows: LogRow[] = [];
        for (const [index, each] of ended.entries()) {
            if (index % sliceSize === sliceSize - 1) await sleep(0);
            const row = describeWithBodies(each, await settings.get(each.exchange.purpose.environmentId));
            rows.push(row instanceof Promise ? await row : row);
        }
        for (const day of new Set(ended.map(({ at }) => dayOf(at)))) {
            if (!days.has(day)) await addPartition(db, day);
            days.add(day);
        }
        await insertEntries(db, rows);
    };
}
