import type { AccountKeyRow, Db } from '@patchbay/db';

/** Live keys only. */
export function findAccountKey(db: Db, id: string): Promise<AccountKeyRow | undefined> {
    return db.selectFrom('account_keys').selectAll().where('id', '=', id).where('revoked_at', 'is', null).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockAccountKey(trx: Db, id: string): Promise<AccountKeyRow | undefined> {
    return trx.selectFrom('account_keys').selectAll().where('id', '=', id).where('revoked_at', 'is', null).forShare().executeTakeFirst();
}

export function findAccountKeys(db: Db): Promise<AccountKeyRow[]> {
    return db.selectFrom('account_keys').selectAll().where('revoked_at', 'is', null).orderBy('created_at').execute();
}

export async function insertAccountKey(
    db: Db,
    row: Pick<AccountKeyRow, 'id' | 'secret_hash' | 'display_name' | 'scopes' | 'created_at'>
): Promise<void> {
    await db.insertInto('account_keys').values(row).execute();
}

/** @returns false when there is no such key */
export async function revokeAccountKeyRow(db: Db, id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('account_keys')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

/**
 * At most once a minute and key.
 * @race an older time of use wins: one statement, condition on the time
 */
export async function touchAccountKey(db: Db, id: string, now: Date): Promise<void> {
    await db
        .updateTable('account_keys')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', new Date(now.getTime() - 60_000))]))
        .execute();
}
