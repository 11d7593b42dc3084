import type { Db } from '@patchbay/db';

export async function mayReadCredentials(db: Db, environmentId: string): Promise<boolean> {
    const row = await db.selectFrom('environments').select('functions_read_credentials').where('id', '=', environmentId).executeTakeFirst();
    return row?.functions_read_credentials === true;
}

export async function allowReadingCredentials(db: Db, environmentId: string, isAllowed: boolean): Promise<void> {
    await db.updateTable('environments').set({ functions_read_credentials: isAllowed }).where('id', '=', environmentId).execute();
}
