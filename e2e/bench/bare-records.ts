/** The limit of `GET /records`: Express 5, its statement, and the same text made of the rows. */
import express from 'express';
import pg from 'pg';
import { sendToParent } from './program.ts';

const [databaseUrl = '', environmentId = ''] = process.argv.slice(2);
// As many connections as the server has.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

interface Row {
    id: string;
    payload: string;
    vendor_version: string | null;
    origin: string;
    run_id: string | null;
    first_seen_at: Date;
    last_modified_at: Date;
    seen_at: Date;
    deleted_at: Date | null;
    pruned_at: Date | null;
}

const text = `select id, external_id, payload, vendor_version, origin, run_id, first_seen_at, last_modified_at, seen_at, deleted_at, pruned_at
    from records
    where environment_id = $1 and set_id = (
            select record_sets.id from connections
            join integrations on integrations.environment_id = connections.environment_id
                and integrations.id = connections.integration_id and integrations.deleted_at is null
            left join record_sets on record_sets.environment_id = connections.environment_id
                and record_sets.connection_row_id = connections.id and record_sets.model = $2
            where connections.environment_id = $1 and integrations.unique_key = $3 and connections.connection_id = $4
                and connections.confirm_before is null)
        and (last_modified_at, id) > ($5::timestamptz, $6::uuid)
    order by last_modified_at, id limit $7`;

const app = express();
// As in the server: neither is wanted, and to compute an ETag takes its time.
app.disable('x-powered-by');
app.disable('etag');
app.get('/records', async (request, response) => {
    const { model, cursor, limit } = request.query;
    const [at = '', id = ''] = Buffer.from(typeof cursor === 'string' ? cursor : '', 'base64')
        .toString()
        .split('||');
    const values = [environmentId, model, request.headers['provider-config-key'], request.headers['connection-id'], at, id];
    const { rows } = await pool.query<Row>({ name: 'records', text, values: [...values, Number(limit) + 1] });
    const page = rows.slice(0, Number(limit));
    const last = page.at(-1);
    const next = last && rows.length > page.length ? `"${cursorOf(last)}"` : 'null';
    response.set('content-type', 'application/json; charset=utf-8');
    response.end(`{"records":[${page.map(toJson).join(',')}],"next_cursor":${next}}`);
});
const server = app.listen(0, () => sendToParent(server.address()));

function toJson(row: Row): string {
    const { first_seen_at, last_modified_at, deleted_at, pruned_at, origin, run_id, seen_at, vendor_version } = row;
    const last_action = first_seen_at.getTime() === last_modified_at.getTime() ? 'ADDED' : 'UPDATED';
    const nango = JSON.stringify({ first_seen_at, last_modified_at, last_action, deleted_at, pruned_at, cursor: cursorOf(row) });
    const own = JSON.stringify({ origin, run_id, seen_at, vendor_version });
    return `${row.payload.slice(0, -1)},"_nango_metadata":${nango},"_patchbay_metadata":${own}}`;
}

function cursorOf({ last_modified_at: at, id }: Row): string {
    return Buffer.from(`${at.toISOString()}||${id}`).toString('base64');
}
