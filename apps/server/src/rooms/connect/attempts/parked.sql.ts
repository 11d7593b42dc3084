import type { AttemptRow, AttemptStatus, Db } from '@patchbay/db';
import { sql } from 'kysely';

type Key = Pick<AttemptRow, 'environment_id' | 'id'>;

/** Their parked grants stay until they are revoked: of those that ended in batches, or frozen. */
const statusesWithParked = ['cancelled', 'expired', 'failed'] as const satisfies AttemptStatus[];

/** The parked grant of an attempt, whose row is locked until the transaction ends. */
export async function lockParked(trx: Db, key: Key): Promise<Buffer | null> {
    const found = await trx
        .selectFrom('attempts')
        .select('parked')
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .forNoKeyUpdate()
        .executeTakeFirst();
    return found?.parked ?? null;
}

const isNotFrozen = sql<boolean>`not exists (
    select from integrations
    where integrations.environment_id = attempts.environment_id and integrations.id = attempts.integration_id
        and integrations.freeze_id is not null
)`;

/**
 * Leases ended attempts with a parked grant to the caller, who revokes them before `until`. Those
 * of frozen integrations wait: a freeze accounts for its grants.
 */
export function claimParked(db: Db, { now, until }: { now: Date; until: Date }, limit: number): Promise<AttemptRow[]> {
    const left = db
        .selectFrom('attempts')
        .select(['environment_id', 'id'])
        .where('parked', 'is not', null)
        .where('status', 'in', sql<AttemptStatus>`(${sql.join(statusesWithParked.map((status) => sql.lit(status)))})`)
        .where(isNotFrozen)
        .where((where) => where.or([where('working_until', 'is', null), where('working_until', '<=', now)]))
        .limit(sql.lit(limit))
        .forUpdate()
        .skipLocked();
    return db
        .updateTable('attempts')
        .set({ working_until: until })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', left.$asTuple('environment_id', 'id')))
        .returningAll()
        .execute();
}

/** Parks a grant at an attempt that has ended; false when there is none. */
export async function parkAtEnded(trx: Db, key: Key, parked: Buffer): Promise<boolean> {
    const { numUpdatedRows: count } = await trx
        .updateTable('attempts')
        .set({ parked })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where('parked', 'is', null)
        .where('status', 'in', statusesWithParked)
        .executeTakeFirst();
    return count > 0n;
}

/** @param options.isForFreeze it has been accounted for; else that of a frozen integration stays */
export async function clearParkedGrant(db: Db, key: Key, { isForFreeze = false } = {}): Promise<void> {
    await db
        .updateTable('attempts')
        .set({ parked: null, working_until: null })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .$if(!isForFreeze, (query) => query.where(isNotFrozen))
        .execute();
}
