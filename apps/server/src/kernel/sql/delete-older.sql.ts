import type { Db, Schema } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import type { Background } from '../runtime/background.ts';
import type { Clock } from '../runtime/clock.ts';
import { batchSize, inBatches } from './in-batches.ts';

/**
 * A clean-up task: deletes a table's rows once the time in `column` is `ageMs` ago, in batches.
 * @param unless rows that are kept; what is not may never be again
 * @race two servers do the same batch: conditions in the statement; deleting twice is deleting once
 */
export function deleteOlder<T extends keyof Schema>(
    table: T,
    column: keyof Schema[T] & string,
    ageMs: number,
    unless?: RawBuilder<boolean>
) {
    const [from, at] = [sql.table(table), sql.ref(column)];
    const isDue = unless ? sql`and not ${unless}` : sql``;
    return async ({ db, clock, background }: { db: Db; clock: Clock; background: Pick<Background, 'isFinishing'> }): Promise<void> => {
        const before = new Date(clock.now().getTime() - ageMs);
        await inBatches({ background }, async () => {
            // The condition is repeated for rows that change meanwhile: those stay.
            const { numAffectedRows } = await sql`delete from ${from} where ${at} < ${before} and ctid = any(array(
                select ctid from ${from} where ${at} < ${before} ${isDue} limit ${sql.lit(batchSize)}))`.execute(db);
            return Number(numAffectedRows);
        });
    };
}
