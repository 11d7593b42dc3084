import type { Db, FreezeRow } from '@patchbay/db';
import { sql } from 'kysely';

type Key = Pick<FreezeRow, 'environment_id' | 'id'>;

export async function findEnvironmentId(db: Db, name: string): Promise<string | undefined> {
    return (await db.selectFrom('environments').select('id').where('name', '=', name).where('deleted_at', 'is', null).executeTakeFirst())
        ?.id;
}

/** Until the transaction ends no integration is made, and no other freeze begins or ends. */
export async function lockEnvironment(trx: Db, environmentId: string): Promise<void> {
    await trx.selectFrom('environments').select('id').where('id', '=', environmentId).forNoKeyUpdate().execute();
}

export function findOpenFreeze(db: Db, environmentId: string, integrationId: string | null): Promise<FreezeRow | undefined> {
    return db
        .selectFrom('freezes')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('integration_id', 'is not distinct from', integrationId)
        .where('lifted_at', 'is', null)
        .executeTakeFirst();
}

export function insertFreeze(
    db: Db,
    row: Pick<FreezeRow, 'environment_id' | 'id' | 'integration_id' | 'integration_key' | 'reason' | 'created_at'>
): Promise<FreezeRow> {
    return db
        .insertInto('freezes')
        .values({ ...row, listed_up_to: 0 })
        .returningAll()
        .executeTakeFirstOrThrow();
}

/** Switches off what a freeze is for. What is frozen already stays with its first freeze. */
export async function freezeIntegrations(trx: Db, { environment_id, id, integration_id: integrationId }: FreezeRow): Promise<void> {
    await trx
        .updateTable('integrations')
        .set(({ ref }) => ({ enabled_after_freeze: ref('enabled'), enabled: false, freeze_id: id }))
        .where('environment_id', '=', environment_id)
        .where('freeze_id', 'is', null)
        .where('deleted_at', 'is', null)
        .$if(integrationId !== null, (query) => query.where('id', '=', integrationId))
        .execute();
}

/** Undefined when there is none, or it has ended. */
export function endFreeze(trx: Db, { environment_id, id }: Key, now: Date): Promise<FreezeRow | undefined> {
    return trx
        .updateTable('freezes')
        .set({ lifted_at: now })
        .where('environment_id', '=', environment_id)
        .where('id', '=', id)
        .where('lifted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
}

/** Gives integrations back, unless another freeze holds them too. */
export async function thawIntegrations(trx: Db, { environment_id, id }: Key): Promise<void> {
    await sql`
        update integrations set freeze_id = held.id, enabled = held.id is null and enabled_after_freeze
        from (
            select frozen.environment_id, frozen.id as integration_id, (
                select freezes.id from freezes
                where freezes.environment_id = frozen.environment_id and freezes.lifted_at is null
                    and (freezes.integration_id is null or freezes.integration_id = frozen.id)
                limit 1
            ) as id
            from integrations as frozen
            where frozen.environment_id = ${environment_id} and frozen.freeze_id = ${id} and frozen.deleted_at is null
        ) as held
        where integrations.environment_id = held.environment_id and integrations.id = held.integration_id`.execute(trx);
}

export function findFreeze(db: Db, { environment_id, id }: Key): Promise<FreezeRow | undefined> {
    return db.selectFrom('freezes').selectAll().where('environment_id', '=', environment_id).where('id', '=', id).executeTakeFirst();
}

export function findFreezes(db: Db, environmentId: string): Promise<FreezeRow[]> {
    return db
        .selectFrom('freezes')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .orderBy('created_at', 'desc')
        .limit(1000)
        .execute();
}

export async function markRevoking(db: Db, { environment_id, id }: Key, now: Date): Promise<void> {
    await db
        .updateTable('freezes')
        .set({ revoking_since: now })
        .where('environment_id', '=', environment_id)
        .where('id', '=', id)
        .where('revoking_since', 'is', null)
        .execute();
}

/** Freezes whose grants are being revoked. */
export function findRevoking(db: Db): Promise<FreezeRow[]> {
    return db.selectFrom('freezes').selectAll().where('revoking_since', 'is not', null).where('lifted_at', 'is', null).execute();
}
