import type { Db } from '@patchbay/db';

/** Of an environment: what was called before them is not in use now. */
const newestEntries = 2000;

/** The connections of an integration that were called last, at most `limit`. */
export async function findCalledLast(db: Db, environmentId: string, integrationKey: string, limit: number): Promise<string[]> {
    const newest = db
        .selectFrom('request_log')
        .select(['connection_id', 'integration_key'])
        .where('environment_id', '=', environmentId)
        .orderBy('id', 'desc')
        .limit(newestEntries);
    const rows = await db
        .selectFrom(newest.as('newest'))
        .select('connection_id')
        .distinct()
        .where('integration_key', '=', integrationKey)
        .where('connection_id', 'is not', null)
        .limit(limit)
        .execute();
    return rows.flatMap(({ connection_id: id }) => id ?? []);
}
