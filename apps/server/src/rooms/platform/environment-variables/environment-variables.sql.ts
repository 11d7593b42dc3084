import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import type { Sealed } from '../../../kernel/crypto/seal.ts';

interface Key {
    environmentId: string;
    name: string;
}

export function findVariables(db: Db, environmentId: string) {
    return db
        .selectFrom('environment_variables')
        .select(['environment_id', 'name', 'value', 'updated_at'])
        .where('environment_id', '=', environmentId)
        .orderBy('name')
        .execute();
}

export async function countOthers(db: Db, { environmentId, name }: Key): Promise<number> {
    const { count } = await db
        .selectFrom('environment_variables')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('environment_id', '=', environmentId)
        .where('name', '<>', name)
        .executeTakeFirstOrThrow();
    return count;
}

interface NewValue {
    value: Sealed;
    now: Date;
    /** When it was last set, as the caller has read; null: there was none; undefined: any. */
    expectedAt: Date | null | undefined;
}

/** @returns whether it was as expected, and is saved */
export async function saveVariable(db: Db, { environmentId, name }: Key, { value, now, expectedAt }: NewValue): Promise<boolean> {
    if (expectedAt) {
        const { numUpdatedRows } = await db
            .updateTable('environment_variables')
            .set({ value, updated_at: now })
            .where('environment_id', '=', environmentId)
            .where('name', '=', name)
            .where(sql`date_trunc('milliseconds', updated_at)`, '=', expectedAt)
            .executeTakeFirst();
        return numUpdatedRows > 0n;
    }
    const { numInsertedOrUpdatedRows } = await db
        .insertInto('environment_variables')
        .values({ environment_id: environmentId, name, value, updated_at: now })
        .onConflict((conflict) => {
            const existing = conflict.columns(['environment_id', 'name']);
            return expectedAt === null ? existing.doNothing() : existing.doUpdateSet({ value, updated_at: now });
        })
        .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns whether it was there */
export async function deleteVariable(db: Db, { environmentId, name }: Key): Promise<boolean> {
    const { numDeletedRows } = await db
        .deleteFrom('environment_variables')
        .where('environment_id', '=', environmentId)
        .where('name', '=', name)
        .executeTakeFirst();
    return numDeletedRows > 0n;
}
