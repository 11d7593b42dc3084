import type { Db } from '@patchbay/db';
import { type RecordScope, setName } from './record-scope.ts';
import { lockSets, replaceSets } from './record-sets.sql.ts';

/**
 * Removes all records of these models: readers find none from then on, and a clean-up deletes the
 * rows.
 * @race a write at the same time: row lock of the set
 */
export async function emptyCache(trx: Db, scope: RecordScope & { now: Date }, models: readonly string[]): Promise<void> {
    const sets = await lockSets(
        trx,
        scope,
        models.map((model) => setName(model, scope.variant))
    );
    await replaceSets(trx, scope, sets, scope.now);
}
