import type { Deps } from '../../../deps.ts';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import { deleteSet, deleteSome, detachSet, lockSetToDelete } from './delete-sets.sql.ts';
import { recordsKeptMs } from './retention.ts';

/**
 * Deletes the records of connections that are gone, of sets that were emptied, and of syncs that
 * have not run for long, in batches.
 * @race two servers delete one set, or a sync begins to write to it: row lock of the set, and it is
 * detached first
 */
export async function deleteSets({ db, clock, background }: Pick<Deps, 'background' | 'clock' | 'db'>): Promise<void> {
    const deleteBatch = () =>
        db.transaction().execute(async (trx) => {
            const set = await lockSetToDelete(trx, new Date(clock.now().getTime() - recordsKeptMs));
            if (!set) return false;
            await detachSet(trx, set);
            for (const table of ['records', 'set_aside_records'] as const)
                if ((await deleteSome(trx, table, set, batchSize)) === batchSize) return true;
            await deleteSet(trx, set);
            return true;
        });
    while (!background.isFinishing && (await deleteBatch()));
}
