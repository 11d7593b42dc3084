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
        .select(['environment_id', 'name', 'value'])
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

export async function saveVariable(db: Db, { environmentId, name }: Key, value: Sealed, now: Date): Promise<void> {
    await db
        .insertInto('environment_variables')
        .values({ environment_id: environmentId, name, value, updated_at: now })
        .onConflict((conflict) => conflict.columns(['environment_id', 'name']).doUpdateSet({ value, updated_at: now }))
        .execute();
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
