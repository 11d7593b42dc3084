import type { AuditEntryRow, Db } from '@patchbay/db';

/** Its result is null until it is known. */
export async function insertEntry(db: Db, row: AuditEntryRow): Promise<void> {
    await db.insertInto('audit_entries').values(row).execute();
}

export async function completeEntry(db: Db, id: string, result: { status: number; error_code: string | null }): Promise<void> {
    await db.updateTable('audit_entries').set(result).where('id', '=', id).execute();
}

export interface EntryFilter {
    environment?: string | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    before?: string | undefined;
}

/** Newest first. */
export function findEntries(db: Db, { environment, actor, action, before }: EntryFilter, limit: number): Promise<AuditEntryRow[]> {
    return db
        .selectFrom('audit_entries')
        .selectAll()
        .$if(environment !== undefined, (query) => query.where('environment_name', '=', environment ?? ''))
        .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))
        .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

export async function findAccountKeyName(db: Db, id: string): Promise<string | undefined> {
    return (await db.selectFrom('account_keys').select('display_name').where('id', '=', id).executeTakeFirst())?.display_name;
}

/** Of a key that changes something, for people. */
export async function findKeyName(db: Db, id: string): Promise<string | undefined> {
    return (await db.selectFrom('secret_keys').select('display_name').where('id', '=', id).executeTakeFirst())?.display_name;
}
