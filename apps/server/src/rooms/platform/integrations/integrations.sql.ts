import { type Db, type IntegrationRow, type NewIntegrationRow, prepareRead, type StatementRunner } from '@patchbay/db';
import { sql } from 'kysely';

const integrationsByKey = prepareRead<{ environmentId: string; uniqueKey: string }, IntegrationRow>((db, param) =>
    db
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', param('environmentId'))
        .where('unique_key', '=', param('uniqueKey'))
);

export async function findIntegration(
    runner: StatementRunner,
    environmentId: string,
    uniqueKey: string
): Promise<IntegrationRow | undefined> {
    return (await integrationsByKey(runner, { environmentId, uniqueKey }))[0];
}

/**
 * Holds the row until the transaction ends, so that of two changes neither undoes the other.
 * @param isRenaming holds back new connections too: their foreign key takes a lock on the row
 */
export function lockIntegration(
    trx: Db,
    environmentId: string,
    uniqueKey: string,
    isRenaming: boolean
): Promise<IntegrationRow | undefined> {
    return trx
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('unique_key', '=', uniqueKey)
        .$if(isRenaming, (query) => query.forUpdate())
        .$if(!isRenaming, (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
}

/** Against being changed or deleted, until the transaction ends. Undefined when it is deleted. */
export function lockIntegrationToUse(
    trx: Db,
    environmentId: string,
    id: string
): Promise<Pick<IntegrationRow, 'enabled' | 'freeze_id' | 'client_id' | 'single_account'> | undefined> {
    return trx
        .selectFrom('integrations')
        .select(['enabled', 'freeze_id', 'client_id', 'single_account'])
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst();
}

export function findIntegrationById(db: Db, environmentId: string, id: string): Promise<IntegrationRow | undefined> {
    return db.selectFrom('integrations').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
}

export const findIntegrations = prepareRead<{ environmentId: string }, IntegrationRow>((db, param) =>
    db
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', param('environmentId'))
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('unique_key')
);

/** Every minting of a session asks this. */
export const findProviders = prepareRead<{ environmentId: string }, { unique_key: string; provider: string }>((db, param) =>
    db
        .selectFrom('integrations')
        .select(['unique_key', 'provider'])
        .where('environment_id', '=', param('environmentId'))
        .where('deleted_at', 'is', null)
);

/** Undefined when the key is taken. */
export function insertIntegration(db: Db, row: NewIntegrationRow): Promise<IntegrationRow | undefined> {
    return db
        .insertInto('integrations')
        .values(row)
        .onConflict((conflict) => conflict.columns(['environment_id', 'unique_key']).doNothing())
        .returningAll()
        .executeTakeFirst();
}

const changeable = [
    'unique_key',
    'display_name',
    'client_id',
    'scopes',
    'access',
    'guide',
    'single_account',
    'forward_webhooks',
    'enabled',
    'enabled_after_freeze',
    'allowed_base_urls',
    'secrets',
    'updated_at'
] as const;

/** By name, because a row may have columns of a newer release. */
export async function updateIntegrationRow(
    db: Db,
    row: Pick<IntegrationRow, 'environment_id' | 'id'>,
    changes: Partial<Pick<IntegrationRow, (typeof changeable)[number]>>
): Promise<void> {
    const columns = Object.fromEntries(changeable.map((name) => [name, changes[name]]));
    await db.updateTable('integrations').set(columns).where('environment_id', '=', row.environment_id).where('id', '=', row.id).execute();
}

/** Hides an integration and frees its key: no key may hold a `#`. Undefined when there is none. */
export function markDeleted(db: Db, environmentId: string, uniqueKey: string, now: Date): Promise<IntegrationRow | undefined> {
    return db
        .updateTable('integrations')
        .set({ deleted_at: now, updated_at: now, enabled: false, unique_key: sql<string>`'#' || id || '#' || unique_key` })
        .where('environment_id', '=', environmentId)
        .where('unique_key', '=', uniqueKey)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
}

/** Hides all integrations of an environment, as {@link markDeleted} does one. @returns their ids */
export async function markAllDeleted(trx: Db, environmentId: string, now: Date): Promise<string[]> {
    const rows = await trx
        .updateTable('integrations')
        .set({ deleted_at: now, updated_at: now, enabled: false, unique_key: sql<string>`'#' || id || '#' || unique_key` })
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute();
    return rows.map(({ id }) => id);
}

export function findDeletedIntegrationsOf(db: Db, environmentId: string): Promise<IntegrationRow[]> {
    return db
        .selectFrom('integrations')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is not', null)
        .execute();
}

/**
 * Those whose connections and attempts are still to be removed and were not tried for the longest
 * time: removals that keep failing do not hold up the others.
 */
export function takeDeletedIntegrations(db: Db, limit: number, now: Date): Promise<IntegrationRow[]> {
    const next = db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .where('deleted_at', 'is not', null)
        .orderBy('updated_at')
        .limit(sql.lit(limit))
        .forUpdate()
        .skipLocked();
    return db
        .updateTable('integrations')
        .set({ updated_at: now })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', next.$asTuple('environment_id', 'id')))
        .returningAll()
        .execute();
}

export type Revocations = Record<'revoked' | 'unsupported' | 'failed', number>;

/** Adds to what became of the access of a deleted integration's connections. */
export async function addRevocations(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>, counts: Revocations): Promise<void> {
    const sum = sql.join(
        Object.entries(counts).map(
            ([outcome, count]) => sql`${sql.lit(outcome)}, coalesce((revocations ->> ${sql.lit(outcome)})::int, 0) + ${count}::int`
        )
    );
    await trx
        .updateTable('integrations')
        .set({ revocations: sql<string>`jsonb_build_object(${sum})` })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .execute();
}

/** Deletes a deleted integration's row unless connections are left. @returns its revocations */
export async function deleteEmptyIntegration(
    db: Db,
    row: Pick<IntegrationRow, 'environment_id' | 'id'>
): Promise<IntegrationRow['revocations'] | undefined> {
    const deleted = await db
        .deleteFrom('integrations')
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .where('deleted_at', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    selectFrom('connections')
                        .select('connections.id')
                        .whereRef('connections.environment_id', '=', 'integrations.environment_id')
                        .whereRef('connections.integration_id', '=', 'integrations.id')
                )
            )
        )
        .returning('revocations')
        .executeTakeFirst();
    return deleted?.revocations;
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

/** Whether an environment that {@link holdEnvironment} holds is frozen. */
export async function isEnvironmentFrozen(trx: Db, environmentId: string): Promise<boolean> {
    const found = await trx
        .selectFrom('freezes')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('integration_id', 'is', null)
        .where('lifted_at', 'is', null)
        .executeTakeFirst();
    return found !== undefined;
}
