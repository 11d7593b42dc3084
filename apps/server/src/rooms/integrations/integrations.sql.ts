import { type Db, type IntegrationRow, type NewIntegrationRow, prepareRead } from '@patchbay/db';

export function findIntegration(db: Db, environmentId: string, uniqueKey: string): Promise<IntegrationRow | undefined> {
    return db
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('unique_key', '=', uniqueKey)
        .executeTakeFirst();
}

/** Holds the row until the transaction ends, so that of two changes neither undoes the other. */
export function lockIntegration(trx: Db, environmentId: string, uniqueKey: string): Promise<IntegrationRow | undefined> {
    return trx
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('unique_key', '=', uniqueKey)
        .forNoKeyUpdate()
        .executeTakeFirst();
}

export function findIntegrationById(db: Db, environmentId: string, id: string): Promise<IntegrationRow | undefined> {
    return db.selectFrom('integrations').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
}

export function findIntegrations(db: Db, environmentId: string): Promise<IntegrationRow[]> {
    return db
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .orderBy('created_at')
        .orderBy('unique_key')
        .execute();
}

/** Every minting of a session asks this. */
export const findProviders = prepareRead<{ environmentId: string }, { unique_key: string; provider: string }>((db, param) =>
    db.selectFrom('integrations').select(['unique_key', 'provider']).where('environment_id', '=', param('environmentId'))
);

/** False when the key is taken. */
export async function insertIntegration(db: Db, row: NewIntegrationRow): Promise<boolean> {
    const result = await db
        .insertInto('integrations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['environment_id', 'unique_key']).doNothing())
        .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateIntegrationRow(
    db: Db,
    row: Pick<IntegrationRow, 'environment_id' | 'id'>,
    changes: Partial<
        Pick<
            IntegrationRow,
            | 'unique_key'
            | 'display_name'
            | 'client_id'
            | 'scopes'
            | 'forward_webhooks'
            | 'enabled'
            | 'allowed_base_urls'
            | 'secrets'
            | 'updated_at'
        >
    >
): Promise<void> {
    await db.updateTable('integrations').set(changes).where('environment_id', '=', row.environment_id).where('id', '=', row.id).execute();
}

/** True when there was one; its connections and attempts go with it. */
export async function deleteIntegrationRow(db: Db, environmentId: string, uniqueKey: string): Promise<boolean> {
    const result = await db
        .deleteFrom('integrations')
        .where('environment_id', '=', environmentId)
        .where('unique_key', '=', uniqueKey)
        .executeTakeFirst();
    return result.numDeletedRows > 0n;
}

export async function hasConnections(db: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>): Promise<boolean> {
    const found = await db
        .selectFrom('connections')
        .select('id')
        .where('environment_id', '=', row.environment_id)
        .where('integration_id', '=', row.id)
        .limit(1)
        .executeTakeFirst();
    return found !== undefined;
}
