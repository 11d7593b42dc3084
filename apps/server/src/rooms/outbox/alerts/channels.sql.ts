import type { AlertChannelRow, Db } from '@patchbay/db';

type Key = Pick<AlertChannelRow, 'environment_id' | 'id'>;

export function findChannels(db: Db, environmentId: string): Promise<AlertChannelRow[]> {
    return db
        .selectFrom('alert_channels')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
}

export function findChannel(db: Db, { environment_id: environmentId, id }: Key): Promise<AlertChannelRow | undefined> {
    return db.selectFrom('alert_channels').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
}

type NewChannel = Pick<AlertChannelRow, 'environment_id' | 'id' | 'kind' | 'name' | 'secrets' | 'host' | 'rules' | 'created_at'> & {
    thresholds: string;
};

export function insertChannel(db: Db, row: NewChannel): Promise<AlertChannelRow> {
    return db
        .insertInto('alert_channels')
        .values({ ...row, updated_at: row.created_at })
        .returningAll()
        .executeTakeFirstOrThrow();
}

interface ChannelChanges {
    name?: string | undefined;
    secrets?: Buffer;
    host?: string;
    rules?: string[] | undefined;
    thresholds?: string;
    enabled?: boolean | undefined;
    failing_since?: Date | null;
    failure?: string | null;
    updated_at?: Date;
}

export function updateChannel(
    db: Db,
    { environment_id: environmentId, id }: Key,
    changes: ChannelChanges
): Promise<AlertChannelRow | undefined> {
    return db
        .updateTable('alert_channels')
        .set(changes)
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
}

export async function deleteChannel(db: Db, { environment_id: environmentId, id }: Key): Promise<boolean> {
    const result = await db
        .deleteFrom('alert_channels')
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .executeTakeFirst();
    return result.numDeletedRows > 0n;
}
