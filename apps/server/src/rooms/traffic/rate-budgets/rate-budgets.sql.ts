import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import type { BudgetState } from './budget-state.ts';
import { storedBudget } from './stored-budget.ts';

export interface BudgetPlace {
    environmentId: string;
    keyHash: Buffer;
}

/**
 * The budget, if any, and the time of the database, the only clock that all servers share.
 * `unknownForm`: where the stored one is not of the form that this server knows.
 */
export async function readBudget(
    db: Db,
    { environmentId, keyHash }: BudgetPlace
): Promise<{ clockMs: number; version?: number; state?: BudgetState; unknownForm?: string }> {
    const clock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`;
    const {
        clock_ms: clockMs,
        state,
        version
    } = await db
        .selectFrom(sql`(select)`.as('always'))
        .leftJoin('rate_budgets', (join) => join.on('environment_id', '=', environmentId).on('key_hash', '=', keyHash))
        .select([clock.as('clock_ms'), 'state', 'version'])
        .executeTakeFirstOrThrow();
    if (version === null) return { clockMs };
    const { data, error } = storedBudget.safeParse(state);
    return error ? { clockMs, version, unknownForm: error.issues[0]?.path.join('.') ?? '' } : { clockMs, version, state: data };
}

/**
 * @param version that was read; undefined: none @returns false where another server changed it
 * first
 */
export async function writeBudget(
    db: Db,
    { environmentId, keyHash }: BudgetPlace,
    version: number | undefined,
    state: BudgetState,
    keptUntil: Date
): Promise<boolean> {
    const values = { state: JSON.stringify(state), kept_until: keptUntil };
    if (version === undefined) {
        const { numInsertedOrUpdatedRows } = await db
            .insertInto('rate_budgets')
            .values({ environment_id: environmentId, key_hash: keyHash, ...values })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
    }
    const { numUpdatedRows } = await db
        .updateTable('rate_budgets')
        .set({ ...values, version: version + 1 })
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .where('version', '=', version)
        .executeTakeFirst();
    return numUpdatedRows === 1n;
}

/** By the database's clock, which the budgets go by. */
export async function deleteFinishedBudgets(db: Db): Promise<number> {
    const finished = db
        .selectFrom('rate_budgets')
        .select(['environment_id', 'key_hash'])
        .where('kept_until', '<', sql<Date>`now()`)
        .limit(sql.lit(batchSize));
    const result = await db
        .deleteFrom('rate_budgets')
        .where((where) => where(where.refTuple('environment_id', 'key_hash'), 'in', finished.$asTuple('environment_id', 'key_hash')))
        // One that is used again meanwhile stays.
        .where('kept_until', '<', sql<Date>`now()`)
        .executeTakeFirst();
    return Number(result.numDeletedRows);
}
