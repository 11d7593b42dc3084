import type { Db } from '@patchbay/db';

/** The usual variant of a sync. */
export async function findSyncOfWebhook(
    db: Db,
    { environmentId, connectionRowId, name }: { environmentId: string; connectionRowId: number; name: string }
) {
    return db
        .selectFrom('syncs')
        .select(['id', 'succeeded_from'])
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', connectionRowId)
        .where('name', '=', name)
        .where('variant', '=', 'base')
        .executeTakeFirst();
}
