import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

export async function ping(db: Db): Promise<void> {
    await sql`select 1`.execute(db);
}
