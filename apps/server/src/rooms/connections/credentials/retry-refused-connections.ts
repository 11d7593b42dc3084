import type { Db, IntegrationRow } from '@patchbay/db';
import { sql } from 'kysely';

/** Makes connections due whose refresh failed because of the OAuth app, after it was replaced or accepted again. */
export async function retryRefusedConnections(
    db: Db,
    integration: Pick<IntegrationRow, 'environment_id' | 'id'>,
    now: Date
): Promise<void> {
    await db
        .updateTable('connections')
        .set({
            refresh_due_at: now,
            auth_failure: sql<string>`jsonb_set(auth_failure, '{retry_at}', to_jsonb(${now.toISOString()}::text))`
        })
        .where('environment_id', '=', integration.environment_id)
        .where('integration_id', '=', integration.id)
        // Written into the text, or the index of those that are not ok would not be used.
        .where('auth_state', '=', sql.lit('failing'))
        .where(sql`auth_failure ->> 'kind'`, '=', 'configuration')
        .where('refresh_lease_until', 'is', null)
        .execute();
}
