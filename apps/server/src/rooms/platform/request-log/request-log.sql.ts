import { type Db, prepareRead } from '@patchbay/db';
import { sql } from 'kysely';
import type { BodiesKept } from './bodies-kept.ts';
import type { LogRow } from './describe-exchange.ts';
import { listed } from './list-entries.sql.ts';

const columns = ['environment_id', ...listed, 'details'];
const names = sql.join(columns.map((column) => sql.ref(column)));

/** One parameter for any number of rows; those that are there already stay. */
export async function insertEntries(db: Db, rows: readonly LogRow[]): Promise<void> {
    await sql`
        insert into request_log (${names}, terms)
        select ${names}, array_to_tsvector(terms)
        from json_to_recordset(${JSON.stringify(rows)}::json) as given (environment_id uuid, id uuid, operation_id uuid,
            attempt integer, request_id text, kind text, provider text, integration_key text, connection_id text, method text,
            url text, status smallint, is_failed boolean, error_code text, error_message text, started_at timestamptz,
            queue_ms real, connect_ms real, first_byte_ms real, total_ms real, request_bytes bigint, response_bytes bigint,
            details json, terms text[])
        on conflict do nothing`.execute(db);
}

const bodiesOf = prepareRead<{ environmentId: string }, { bodies: string }>((db, param) =>
    db.selectFrom('request_log_settings').select('bodies').where('environment_id', '=', param('environmentId'))
);

export async function saveBodiesKept(db: Db, environmentId: string, bodies: BodiesKept, now: Date): Promise<void> {
    await db
        .insertInto('request_log_settings')
        .values({ environment_id: environmentId, bodies, updated_at: now })
        .onConflict((conflict) => conflict.column('environment_id').doUpdateSet({ bodies, updated_at: now }))
        .execute();
}

export async function findBodiesKept(db: Db, environmentId: string): Promise<BodiesKept | undefined> {
    const [row] = await bodiesOf(db, { environmentId });
    // The column's check allows no other.
    return row?.bodies as BodiesKept | undefined;
}
