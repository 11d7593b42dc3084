import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

export type RecordTable = 'record_minutes' | 'record_hours';

/** What was changed in a minute of one integration. */
export interface ChangedRecords {
    environmentId: string;
    integrationId: string;
    at: Date;
    added: number;
    updated: number;
    deleted: number;
}

/**
 * Adds to minutes and to their hours: to both, or to none. What is of an integration that has been
 * deleted is left out.
 * @race two servers add to one row: one statement for each table, in the order of the key, so
 * without deadlocks; a commit whose confirmation is lost is repeated, and counts twice
 */
export async function addChanges(db: Db, changes: readonly ChangedRecords[]): Promise<void> {
    const rows = changes.map(({ environmentId, integrationId, ...more }) => ({
        environment_id: environmentId,
        integration_id: integrationId,
        ...more
    }));
    await db.transaction().execute(async (trx) => {
        for (const [table, unit] of [
            ['record_minutes', 'minute'],
            ['record_hours', 'hour']
        ] as const)
            await sql`
                insert into ${sql.table(table)} as kept (environment_id, integration_id, at, added, updated, deleted)
                select given.environment_id, given.integration_id, date_trunc(${unit}, given.at, 'UTC') as begins, sum(added), sum(updated),
                    sum(given.deleted)
                from json_to_recordset(${JSON.stringify(rows)}::json) as given (environment_id uuid, integration_id uuid, at timestamptz,
                    added bigint, updated bigint, deleted bigint)
                join integrations on integrations.environment_id = given.environment_id and integrations.id = given.integration_id
                group by 1, 2, 3 order by 1, 2, 3
                on conflict (environment_id, integration_id, at) do update set added = kept.added + excluded.added,
                    updated = kept.updated + excluded.updated, deleted = kept.deleted + excluded.deleted`.execute(trx);
    });
}
