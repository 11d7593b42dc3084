import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { connectionPlace } from '../../connections/connection-store/save-connection.ts';

/** Stores connections of `dev` that no provider knows: `seeded_0` and on. */
export async function seedConnections(
    { db, server }: Pick<TestApp, 'db' | 'server'>,
    integrationKey: string,
    count: number
): Promise<void> {
    const { environment_id: environmentId, id: integrationId } = await db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .where('unique_key', '=', integrationKey)
        .executeTakeFirstOrThrow();
    const { seal } = server.deps;
    for (let first = 0; first < count; first += 1000) {
        const ids = Array.from({ length: Math.min(1000, count - first) }, (_, index) => `seeded_${first + index}`);
        const place = (id: string) => ({ environment_id: environmentId, integration_id: integrationId, connection_id: id });
        const credentials = ids.map((id) =>
            seal.seal(connectionPlace(place(id), 'credentials'), { type: 'OAUTH2', access_token: `canary of ${id}`, raw: {} })
        );
        const secretConfig = ids.map((id) => seal.seal(connectionPlace(place(id), 'secret_config'), {}));
        await sql`
            insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, connection_config, secret_config, tags)
            select ${environmentId}, ${integrationId}, given.id, 'OAUTH2', given.credentials, '{}', given.secret_config, '{}'
            from unnest(${ids}::text[], ${credentials}::bytea[], ${secretConfig}::bytea[]) as given (id, credentials, secret_config)`.execute(
            db
        );
    }
}
