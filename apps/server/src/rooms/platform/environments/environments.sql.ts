import { type DataKeyRow, type Db, type EnvironmentRow, prepareRead, type SecretKeyRow, type StatementRunner } from '@patchbay/db';
import { sql } from 'kysely';

/** Serialises first starts until the transaction ends. The number is arbitrary. */
export async function lockBootstrap(db: Db): Promise<void> {
    await sql`select pg_advisory_xact_lock(7102614)`.execute(db);
}

export async function findPepper(db: Db): Promise<Buffer | undefined> {
    return (await db.selectFrom('instance').select('pepper').executeTakeFirst())?.pepper;
}

export async function insertPepper(db: Db, pepper: Buffer): Promise<void> {
    await db.insertInto('instance').values({ pepper }).execute();
}

export async function updatePepper(db: Db, pepper: Buffer): Promise<void> {
    await db.updateTable('instance').set({ pepper }).execute();
}

export function findEnvironments(db: Db): Promise<EnvironmentRow[]> {
    return db.selectFrom('environments').selectAll().orderBy('name').execute();
}

const environmentsById = prepareRead<{ id: string }, { name: string }>((db, param) =>
    db.selectFrom('environments').select('name').where('id', '=', param('id'))
);

export async function findEnvironmentName(runner: StatementRunner, id: string): Promise<string | undefined> {
    return (await environmentsById(runner, { id }))[0]?.name;
}

/** Without those that are being removed. */
export function findLiveEnvironments(db: Db): Promise<EnvironmentRow[]> {
    return db.selectFrom('environments').selectAll().where('deleted_at', 'is', null).orderBy('name').execute();
}

export function findLiveEnvironment(db: Db, id: string): Promise<EnvironmentRow | undefined> {
    return db.selectFrom('environments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Held until the transaction ends, so that it is not deleted meanwhile. */
export function holdEnvironment(trx: Db, id: string): Promise<EnvironmentRow | undefined> {
    return trx.selectFrom('environments').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forShare().executeTakeFirst();
}

export async function findEnvironmentId(db: Db, name: string): Promise<string | undefined> {
    const found = await db
        .selectFrom('environments')
        .select('id')
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    return found?.id;
}

export async function insertEnvironment(db: Db, row: { id: string; name: string; is_production: boolean }): Promise<void> {
    await db.insertInto('environments').values(row).execute();
}

/** The oldest first. */
export function findDataKeys(db: Db): Promise<DataKeyRow[]> {
    return db.selectFrom('data_keys').selectAll().orderBy('created_at').execute();
}

export async function insertDataKey(
    db: Db,
    row: { environment_id: string; id: string; wrapped: Buffer; seals_from?: Date; created_at?: Date }
): Promise<void> {
    await db.insertInto('data_keys').values(row).execute();
}

export async function updateDataKey(db: Db, row: { environment_id: string; id: string; wrapped: Buffer }): Promise<void> {
    await db
        .updateTable('data_keys')
        .set({ wrapped: row.wrapped })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .execute();
}

/** Without those that were revoked; one that has expired is found. */
export function findSecretKey(db: Db, id: string): Promise<(SecretKeyRow & { environment_name: string }) | undefined> {
    return db
        .selectFrom('secret_keys')
        .innerJoin('environments', 'environments.id', 'secret_keys.environment_id')
        .selectAll('secret_keys')
        .select('environments.name as environment_name')
        .where('secret_keys.id', '=', id)
        .where('secret_keys.revoked_at', 'is', null)
        .where('environments.deleted_at', 'is', null)
        .executeTakeFirst();
}

/** `rotated_at`: when the key that replaced it was made. */
export type ListedKey = SecretKeyRow & { is_maker_gone: boolean; rotated_at: Date | null };

/** Those that work, the oldest first. */
export function findSecretKeys(db: Db, environmentId: string, now: Date): Promise<ListedKey[]> {
    return db
        .selectFrom('secret_keys')
        .selectAll()
        .select(
            sql<boolean>`case made_by_kind
                when 'member' then not exists (select from members where id::text = made_by_id and removed_at is null)
                when 'secret_key' then not exists (
                    select from secret_keys as makers
                    where makers.environment_id = secret_keys.environment_id and makers.id = secret_keys.made_by_id and makers.revoked_at is null)
                when 'account_key' then not exists (select from account_keys where id = made_by_id and revoked_at is null)
                else false end`.as('is_maker_gone')
        )
        .select((from) =>
            from
                .selectFrom('secret_keys as successors')
                .select('successors.created_at')
                .whereRef('successors.environment_id', '=', 'secret_keys.environment_id')
                .whereRef('successors.id', '=', 'secret_keys.replaced_by')
                .as('rotated_at')
        )
        .where('environment_id', '=', environmentId)
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .orderBy('created_at')
        .execute();
}

export type KeyMaker = Pick<SecretKeyRow, 'made_by_kind' | 'made_by_id' | 'made_by_name'>;

export async function insertSecretKey(
    db: Db,
    row: {
        environment_id: string;
        id: string;
        secret_hash: Buffer;
        display_name: string;
        scopes: string[];
        created_at: Date;
    } & Partial<KeyMaker>
): Promise<void> {
    await db.insertInto('secret_keys').values(row).execute();
}

/** Those among them that were not revoked, held until the transaction ends. */
export function lockSecretKeys(db: Db, environmentId: string, ids: string[]): Promise<SecretKeyRow[]> {
    return db
        .selectFrom('secret_keys')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${ids})`)
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute();
}

/**
 * At most once a minute and key: a write per call would cost more than the call.
 * @race an older time of use wins: one statement, condition on the time
 */
export async function touchSecretKey(db: Db, row: { environment_id: string; id: string }, now: Date): Promise<void> {
    await db
        .updateTable('secret_keys')
        .set({ last_used_at: now })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', new Date(now.getTime() - 60_000))]))
        .execute();
}

/**
 * Gives keys that wait for the first use of this one their end.
 * @race it is extended meanwhile: one statement, condition on what it waits for
 */
export async function endKeysReplacedBy(db: Db, row: { environment_id: string; id: string }, latestEnd: Date): Promise<void> {
    await db
        .updateTable('secret_keys')
        .set((where) => ({ expires_at: where.fn('least', ['expires_at', where.val(latestEnd)]), ends_on_use_of: null }))
        .where('environment_id', '=', row.environment_id)
        .where('ends_on_use_of', '=', row.id)
        .execute();
}

export async function replaceSecretKey(
    trx: Db,
    row: { environment_id: string; id: string },
    change: { replaced_by: string; expires_at: Date; ends_on_use_of: string | null }
): Promise<void> {
    await trx.updateTable('secret_keys').set(change).where('environment_id', '=', row.environment_id).where('id', '=', row.id).execute();
}

/** What waited for the first use of one key waits for that of another one. */
export async function awaitOtherKey(trx: Db, row: { environment_id: string; id: string }, successor: string | null): Promise<void> {
    await trx
        .updateTable('secret_keys')
        .set({ ends_on_use_of: successor })
        .where('environment_id', '=', row.environment_id)
        .where('ends_on_use_of', '=', row.id)
        .execute();
}

export async function extendSecretKeyRow(trx: Db, row: { environment_id: string; id: string }, expiresAt: Date): Promise<void> {
    await trx
        .updateTable('secret_keys')
        .set({ expires_at: expiresAt })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .execute();
}

export async function revokeSecretKeyRow(db: Db, row: { environment_id: string; id: string }, now: Date): Promise<void> {
    await db
        .updateTable('secret_keys')
        .set({ revoked_at: now })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .execute();
}
