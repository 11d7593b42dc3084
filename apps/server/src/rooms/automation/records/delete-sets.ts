import type { Deps } from '../../../deps.ts';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import { deleteEmptySets, deleteSome, detachSets, lockSetsToDelete } from './delete-sets.sql.ts';
import { recordsKeptMs } from './retention.ts';

/** Most have few records. */
const setsAtOnce = 100;

/**
 * Deletes the records of connections that are gone, of sets that were emptied, and of syncs that
 * have not run for long, in batches.
 * @race two servers delete one set, or a sync begins to write to it: row lock of the set, and it is
 * detached first
 */
export async function deleteSets({ db, clock, background }: Pick<Deps, 'background' | 'clock' | 'db'>): Promise<void> {
    const deleteBatch = () =>
        db.transaction().execute(async (trx) => {
            const sets = await lockSetsToDelete(trx, new Date(clock.now().getTime() - recordsKeptMs), setsAtOnce);
            if (sets.length === 0) return false;
            await detachSets(trx, sets);
            for (const table of ['records', 'set_aside_records'] as const)
                if ((await deleteSome(trx, table, sets, batchSize)) === batchSize) return true;
            await deleteEmptySets(trx, sets);
            return true;
        });
    while (!background.isFinishing && (await deleteBatch()));
}
