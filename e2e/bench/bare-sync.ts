/**
 * The limit for a sync: a loop that fetches each page and inserts it with one statement, into a
 * table with the columns and indexes of the records. The item is its own record.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { sendToParent } from './program.ts';

const [databaseUrl = '', emulatorUrl = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(emulatorUrl);
const vendor = new Pool(origin, { pipelining: 1 });
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query('create table bare_records (like records including all) with (toast_tuple_target = 4080)');

const text = `insert into bare_records (environment_id, set_id, id, external_id, payload, raw, hash, vendor_version, origin,
        first_seen_at, last_modified_at, seen_at)
    select $1, $2, gen_random_uuid(), external_id, item, item, sha256(convert_to(item, 'UTF8')), version, 'vendor', now(), now(), now()
    from unnest($3::text[], $4::text[], $5::text[]) as rows (external_id, item, version)`;
const environmentId = '00000000-0000-0000-0000-000000000000';

interface Item {
    id: string;
    updated_at: string | null;
}

interface Loop {
    setId: number;
    apiKey: string;
    pageSize: number;
    /** Between the starts of two requests, at least: what the vendor permits. */
    paceMs: number;
}

/** @returns how many records it inserted */
async function run({ setId, apiKey, pageSize, paceMs }: Loop): Promise<number> {
    let nextAt = 0;
    for (let page = 1; ; page += 1) {
        const waitMs = nextAt - performance.now();
        if (waitMs > 0) await sleep(waitMs);
        nextAt = Math.max(nextAt, performance.now()) + paceMs;
        const { body } = await vendor.request({
            method: 'GET',
            path: `${pathname}/ats/v0/candidates/?include_deleted=true&per_page=${pageSize}&page=${page}`,
            headers: { 'x-api-key': apiKey }
        });
        const items = (await body.json()) as Item[];
        const values = [
            environmentId,
            setId,
            items.map(({ id }) => id),
            items.map((item) => JSON.stringify(item)),
            items.map(({ updated_at: updatedAt }) => updatedAt)
        ];
        if (items.length > 0) await pool.query({ name: 'insert', text, values });
        if (items.length < pageSize) return (page - 1) * pageSize + items.length;
    }
}

async function runAll(loops: readonly Loop[]): Promise<{ tookMs: number; records: number }> {
    const startedAt = performance.now();
    const counts = await Promise.all(loops.map(run));
    return { tookMs: performance.now() - startedAt, records: counts.reduce((sum, count) => sum + count, 0) };
}

process.on('message', (loops: Loop[]) => {
    runAll(loops).then(
        (done) => process.send?.(done),
        (error: unknown) => process.send?.({ error: String(error) })
    );
});
sendToParent('ready');
