import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Beyond it, more make no difference to who looks. */
export const mostCounted = 10_000;

/**
 * How many connections are in each unhealthy state, of the first {@link mostCounted} found.
 * @param environmentId absent: of all environments
 */
export async function countNotOk(db: Db, environmentId?: string): Promise<{ failing: number; broken: number }> {
    const here = environmentId === undefined ? sql`` : sql`and environment_id = ${environmentId}`;
    const { rows } = await sql<{ failing: number; broken: number }>`
        select count(*) filter (where auth_state = 'failing')::int as failing, count(*) filter (where auth_state = 'broken')::int as broken
        from (select auth_state from connections where auth_state <> 'ok' ${here} limit ${sql.lit(mostCounted)}) as found`.execute(db);
    return rows[0] ?? { failing: 0, broken: 0 };
}
