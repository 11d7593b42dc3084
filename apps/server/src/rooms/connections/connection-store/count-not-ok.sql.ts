import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Beyond it, more make no difference to who looks. */
export const mostCounted = 10_000;

/** How many connections are in each unhealthy state, at most {@link mostCounted} of each. */
export async function countNotOk(db: Db): Promise<{ failing: number; broken: number }> {
    // `auth_state <> 'ok'` is what the partial index has.
    const of = (state: 'failing' | 'broken') => sql`(select count(*)::int from (
        select 1 from connections where auth_state <> 'ok' and auth_state = ${sql.lit(state)} limit ${sql.lit(mostCounted)}) as found)`;
    const { rows } = await sql<{ failing: number; broken: number }>`select ${of('failing')} as failing, ${of('broken')} as broken`.execute(
        db
    );
    return rows[0] ?? { failing: 0, broken: 0 };
}
