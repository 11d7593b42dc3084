import type { AppRefusal, Db, IntegrationRow } from '@patchbay/db';
import { sql } from 'kysely';

type App = Pick<IntegrationRow, 'environment_id' | 'id' | 'client_id' | 'secrets'>;

function updateApp(db: Db, { environment_id: environmentId, id }: Pick<App, 'environment_id' | 'id'>) {
    return db.updateTable('integrations').where('environment_id', '=', environmentId).where('id', '=', id);
}

/** Locks the integration until the transaction ends; undefined when its app was replaced. */
export function lockApp(trx: Db, app: App): Promise<Pick<IntegrationRow, 'environment_id' | 'id' | 'app_refusal'> | undefined> {
    return trx
        .selectFrom('integrations')
        .select(['environment_id', 'id', 'app_refusal'])
        .where('environment_id', '=', app.environment_id)
        .where('id', '=', app.id)
        .where('client_id', 'is not distinct from', app.client_id)
        .where('secrets', '=', app.secrets)
        .forNoKeyUpdate()
        .executeTakeFirst();
}

export async function setAppRefusal(db: Db, app: Pick<App, 'environment_id' | 'id'>, refusal: AppRefusal | null): Promise<void> {
    await updateApp(db, app)
        .set({ app_refusal: refusal && JSON.stringify(refusal) })
        .execute();
}

/** Of all that would retry a refused app at `retry_at`, one may. */
export async function claimAppRetry(db: Db, app: Pick<App, 'environment_id' | 'id'>, retryAt: string, until: Date): Promise<boolean> {
    const { numUpdatedRows: count } = await updateApp(db, app)
        .set({ app_refusal: sql<string>`jsonb_set(app_refusal, '{retry_at}', to_jsonb(${until.toISOString()}::text))` })
        .where(sql`app_refusal ->> 'retry_at'`, '=', retryAt)
        .executeTakeFirst();
    return count > 0n;
}

/** @returns whether it was refused until now; false also when the app was replaced */
export async function endAppRefusal(db: Db, app: App): Promise<boolean> {
    const { numUpdatedRows: count } = await updateApp(db, app)
        .set({ app_refusal: null })
        .where('app_refusal', 'is not', null)
        .where('client_id', 'is not distinct from', app.client_id)
        .where('secrets', '=', app.secrets)
        .executeTakeFirst();
    return count > 0n;
}

/**
 * Makes connections due that failed because of the OAuth app, now replaced or accepted.
 * @race a renewal under way writes its failure afterwards: one statement, skips leased rows; those
 * are tried again after their wait
 */
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
