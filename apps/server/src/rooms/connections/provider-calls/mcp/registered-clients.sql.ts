import type { Db, Schema } from '@patchbay/db';
import type { Insertable, Selectable } from 'kysely';

type RegisteredClient = Selectable<Schema['registered_clients']>;
type Key = Pick<RegisteredClient, 'environment_id' | 'integration_id' | 'server_hash'>;

export function findRegisteredClient(db: Db, key: Key, now: Date): Promise<RegisteredClient | undefined> {
    return db
        .selectFrom('registered_clients')
        .selectAll()
        .where('environment_id', '=', key.environment_id)
        .where('integration_id', '=', key.integration_id)
        .where('server_hash', '=', key.server_hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
}

/** Undefined where another one came first, and is still good. */
export function insertRegisteredClient(
    db: Db,
    row: Insertable<Schema['registered_clients']>,
    now: Date
): Promise<RegisteredClient | undefined> {
    return db
        .insertInto('registered_clients')
        .values(row)
        .onConflict((conflict) =>
            conflict
                .columns(['environment_id', 'integration_id', 'server_hash'])
                .doUpdateSet({ id: row.id, client: row.client, expires_at: row.expires_at })
                .where('registered_clients.expires_at', '<=', now)
        )
        .returningAll()
        .executeTakeFirst();
}

export async function deleteRegisteredClient(db: Db, key: Key): Promise<void> {
    await db
        .deleteFrom('registered_clients')
        .where('environment_id', '=', key.environment_id)
        .where('integration_id', '=', key.integration_id)
        .where('server_hash', '=', key.server_hash)
        .execute();
}
