import type { Db, EnvironmentRow, Schema } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';

/** Undefined when there is none, or it is deleted already. */
export function markEnvironmentDeleted(trx: Db, id: string, now: Date): Promise<EnvironmentRow | undefined> {
    return trx
        .updateTable('environments')
        .set({ deleted_at: now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
}

/** @returns the ids of those that were live */
export async function revokeAllSecretKeys(trx: Db, environmentId: string, now: Date): Promise<string[]> {
    const rows = await trx
        .updateTable('secret_keys')
        .set({ revoked_at: now })
        .where('environment_id', '=', environmentId)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute();
    return rows.map(({ id }) => id);
}

/** Those integrations that have some, the most first. */
export async function countConnectionsOf(
    trx: Db,
    { environmentId, integrationIds }: { environmentId: string; integrationIds: readonly string[] }
): Promise<{ unique_key: string; provider: string; count: number }[]> {
    const { rows } = await sql<{ unique_key: string; provider: string; count: number }>`
        select integrations.unique_key, integrations.provider, count(*)::int as count
        from connections
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
        where connections.environment_id = ${environmentId} and integrations.id = any(${[...integrationIds]}::uuid[])
        group by integrations.id, integrations.unique_key, integrations.provider
        order by count(*) desc, integrations.unique_key`.execute(trx);
    return rows;
}

export function findDeletedEnvironments(db: Db): Promise<EnvironmentRow[]> {
    return db.selectFrom('environments').selectAll().where('deleted_at', 'is not', null).orderBy('deleted_at').execute();
}

/** One batch of a table's rows; those that another server deletes are left to it. */
export async function deleteRowsOf(db: Db, table: keyof Schema, environmentId: string): Promise<number> {
    const from = sql.table(table);
    // In another partition the same place may hold another row of the environment, to go as well.
    const { numAffectedRows = 0n } = await sql`
        delete from ${from} where environment_id = ${environmentId} and ctid = any(array(
            select ctid from ${from} where environment_id = ${environmentId} limit ${sql.lit(batchSize)} for update skip locked))`.execute(
        db
    );
    return Number(numAffectedRows);
}

/** Its connections and integrations are gone. @returns since when */
export async function markEmptied(db: Db, id: string, now: Date): Promise<Date> {
    const { rows } = await sql<{ emptied_at: Date }>`
        update environments set emptied_at = coalesce(emptied_at, ${now}::timestamptz) where id = ${id}
        returning emptied_at`.execute(db);
    return rows[0]?.emptied_at ?? now;
}

/** @returns false where an integration is left, or another server was first */
export async function deleteEmptyEnvironment(trx: Db, id: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
        delete from environments where id = ${id} and deleted_at is not null
            and not exists (select from integrations where integrations.environment_id = environments.id)`.execute(trx);
    return numAffectedRows > 0n;
}
