import type { Db } from '@patchbay/db';

export async function insertEvent(
    db: Db,
    row: { environment_id: string; id: string; type: string; payload: Record<string, unknown>; created_at: Date }
): Promise<void> {
    await db
        .insertInto('events')
        .values({ ...row, payload: JSON.stringify(row.payload) })
        .execute();
}

/**
 * The environment's name where the integration is not deleted, which it then will not be before the transaction ends. Undefined: it is
 * deleted, and nothing is told of it any more.
 */
export async function findEnvironmentToTell(trx: Db, environmentId: string, integrationId: string): Promise<string | undefined> {
    const found = await trx
        .selectFrom('integrations')
        .innerJoin('environments', 'environments.id', 'integrations.environment_id')
        .select('environments.name')
        .where('integrations.environment_id', '=', environmentId)
        .where('integrations.id', '=', integrationId)
        .where('integrations.deleted_at', 'is', null)
        .forKeyShare('integrations')
        .executeTakeFirst();
    return found?.name;
}
