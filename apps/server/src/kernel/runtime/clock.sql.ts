import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Milliseconds since 1970, of this moment rather than of the transaction's start. */
export async function readDatabaseTime(db: Db): Promise<number> {
    const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db);
    return rows[0]?.ms ?? 0;
}
