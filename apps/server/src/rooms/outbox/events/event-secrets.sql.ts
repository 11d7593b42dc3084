import type { Db, EventSecretsRow } from '@patchbay/db';
import { sql } from 'kysely';

/** One statement for all; an event that was not recorded, of a deleted integration, has none. */
export async function insertEventSecrets(
    trx: Db,
    environmentId: string,
    rows: readonly Omit<EventSecretsRow, 'environment_id'>[]
): Promise<void> {
    await sql`
        insert into event_secrets (environment_id, event_id, secrets, expires_at)
        select events.environment_id, events.id, given.secrets, given.expires_at
        from unnest(${rows.map((row) => row.event_id)}::uuid[], ${rows.map((row) => row.secrets)}::bytea[],
            ${rows.map((row) => row.expires_at)}::timestamptz[]) as given (event_id, secrets, expires_at)
        join events on events.environment_id = ${environmentId} and events.id = given.event_id`.execute(trx);
}

export function findEventSecrets(
    db: Db,
    { environmentId, eventId, now }: { environmentId: string; eventId: string; now: Date }
): Promise<EventSecretsRow | undefined> {
    return db
        .selectFrom('event_secrets')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('event_id', '=', eventId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
}
