import type { Db } from '@patchbay/db';

export async function insertEvent(
    db: Db,
    row: { environment_id: string; id: string; type: string; payload: Record<string, unknown>; created_at: Date }
): Promise<void> {
    await db
        .insertInto('events')
        .values({ ...row, payload: JSON.stringify(row.payload) })
        .execute();
}

export async function findEnvironmentName(db: Db, environmentId: string): Promise<string> {
    return (await db.selectFrom('environments').select('name').where('id', '=', environmentId).executeTakeFirstOrThrow()).name;
}
