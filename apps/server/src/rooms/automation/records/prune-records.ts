import type { Db } from '@patchbay/db';
import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { beforeAll, lastId, type Position, readCursor } from './cursor.ts';
import { findBetween, lockPrunableSet, lockSet, prunePayloads, type PrunableSet, saveNextPrune, savePruned } from './prune.sql.ts';
import { requireSet } from './read-records.ts';
import { setName } from './record-scope.ts';
import { payloadsKeptMs } from './retention.ts';

interface PruneRequest {
    model: string;
    variant?: string | undefined;
    until_cursor: string;
    limit: number;
}

/**
 * Removes the payloads of records up to and including a cursor.
 * @throws {AppError} `unknown_connection`, `not_confirmed`, `invalid_body` for the cursor
 * @race two prunes, or a prune and a write: row lock of the set
 */
export async function pruneRecords(
    deps: Pick<Deps, 'batches' | 'clock' | 'db'>,
    target: ConnectionTarget,
    { model, variant, until_cursor: cursor, limit }: PruneRequest
): Promise<{ count: number; has_more: boolean }> {
    const upTo = readCursor(cursor);
    if (!upTo) {
        const message = 'This is not the cursor of a record.';
        throw new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: ['until_cursor'] }] });
    }
    const { setId } = await requireSet(deps, target, setName(model, variant));
    if (setId === null) return { count: 0, has_more: false };
    return deps.db.transaction().execute(async (trx) => {
        const set = await lockSet(trx, { environmentId: target.environmentId, setId });
        if (!set) return { count: 0, has_more: false };
        const { count, hasMore } = await pruneSet(trx, set, { upTo, limit, now: deps.clock.now() });
        return { count, has_more: hasMore };
    });
}

/**
 * Removes the payloads of records that have not changed for long; for the clean-ups.
 * @race two servers prune one set, or a write to it: row lock of the set, `skip locked`
 */
export async function pruneOldRecords({ db, clock, background }: Pick<Deps, 'background' | 'clock' | 'db'>): Promise<void> {
    const pruneSome = (now: Date) =>
        db.transaction().execute(async (trx) => {
            const set = await lockPrunableSet(trx, now);
            if (!set) return false;
            const upTo = { at: new Date(now.getTime() - payloadsKeptMs), id: lastId };
            const { hasMore, position } = await pruneSet(trx, set, { upTo, limit: batchSize, now });
            if (!hasMore) await saveNextPrune(trx, keyOf(set), position, payloadsKeptMs);
            return true;
        });
    while (!background.isFinishing && (await pruneSome(clock.now())));
}

/** Goes on where the prune before has ended: up to there all are pruned, and none comes later. */
async function pruneSet(
    trx: Db,
    set: PrunableSet,
    { upTo, limit, now }: { upTo: Position; limit: number; now: Date }
): Promise<{ count: number; hasMore: boolean; position: Position }> {
    const { pruned_to: at, pruned_to_id: id } = set;
    const after = at && id !== null ? { at, id } : beforeAll;
    const rows = await findBetween(trx, keyOf(set), after, upTo, limit + 1);
    const page = rows.slice(0, limit);
    const ids = page.flatMap((row) => (row.pruned_at === null ? [row.id] : []));
    const position = page.at(-1) ?? after;
    if (ids.length > 0) await prunePayloads(trx, keyOf(set), ids, now);
    if (page.length > 0) await savePruned(trx, keyOf(set), position);
    return { count: ids.length, hasMore: rows.length > limit, position };
}

function keyOf({ environment_id: environmentId, id: setId }: PrunableSet) {
    return { environmentId, setId };
}
