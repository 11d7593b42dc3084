import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { Position } from './cursor.ts';
import type { SetKey } from './record-sets.sql.ts';

export interface PrunableSet {
    environment_id: string;
    id: number;
    pruned_to: Date | null;
    pruned_to_id: string | null;
}

const locked = ['environment_id', 'id', 'pruned_to', 'pruned_to_id'] as const;

/** Held until the transaction ends. */
export function lockSet(trx: Db, { environmentId, setId }: SetKey): Promise<PrunableSet | undefined> {
    return trx
        .selectFrom('record_sets')
        .select(locked)
        .where('environment_id', '=', environmentId)
        .where('id', '=', setId)
        .forUpdate()
        .executeTakeFirst();
}

/** One with payloads that may be too old, unless another server has it. */
export function lockPrunableSet(trx: Db, now: Date): Promise<PrunableSet | undefined> {
    return trx
        .selectFrom('record_sets')
        .select(locked)
        .where('prune_due_at', '<=', now)
        .orderBy('prune_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
}

/** Where records are between two positions, the last one included. */
export function findBetween(trx: Db, { environmentId, setId }: SetKey, after: Position, upTo: Position, limit: number) {
    return trx
        .selectFrom('records')
        .select(['id', 'last_modified_at as at', 'pruned_at'])
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .where(sql<boolean>`(last_modified_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
        .where(sql<boolean>`(last_modified_at, id) <= (${upTo.at}::timestamptz, ${upTo.id}::uuid)`)
        .orderBy('last_modified_at')
        .orderBy('id')
        .limit(limit)
        .execute();
}

export async function prunePayloads(trx: Db, { environmentId, setId }: SetKey, ids: readonly string[], now: Date): Promise<void> {
    await trx
        .updateTable('records')
        .set({ payload: null, raw: null, previous: null, previous_until: null, pruned_at: now })
        .where('environment_id', '=', environmentId)
        .where('set_id', '=', setId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .execute();
}

export async function savePruned(trx: Db, { environmentId, setId }: SetKey, { at, id }: Position): Promise<void> {
    await trx
        .updateTable('record_sets')
        .set({ pruned_to: at, pruned_to_id: id })
        .where('environment_id', '=', environmentId)
        .where('id', '=', setId)
        .execute();
}

/** Says when the oldest payload will be too old. */
export async function saveNextPrune(trx: Db, { environmentId, setId }: SetKey, after: Position, keptMs: number): Promise<void> {
    await sql`
        update record_sets set prune_due_at = (
            select records.last_modified_at + ${keptMs} * interval '1 millisecond' from records
            where records.environment_id = ${environmentId} and records.set_id = ${setId}
                and (records.last_modified_at, records.id) > (${after.at}::timestamptz, ${after.id}::uuid)
            order by records.last_modified_at, records.id limit 1
        )
        where environment_id = ${environmentId} and id = ${setId}`.execute(trx);
}
