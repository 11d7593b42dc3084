import type { FunctionRunView } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, readFor } from '../records/records.fixtures.ts';

const many = 50_000;
/** PostgreSQL considers a plan for all values of a prepared statement from its sixth run on. */
const rounds = 7;
const page = 50;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const key of ['crm', 'idle']) await app.integrate('unauthenticated', { unique_key: key });
    await connect(app, 'busy');
    await connect(app, 'quiet');
    await connect(app, 'quiet', 'idle');
    await sql`insert into function_runs (environment_id, id, integration_id, connection_row_id, kind, name, variant, status, created_at)
        select environment_id, gen_random_uuid(), integration_id, id, case when n % 100 = 1 then 'action' else 'sync' end, 'contacts', 'base',
            case when n % 1000 = 7 then 'failed' else 'succeeded' end, now() - n * interval '1 second'
        from connections, generate_series(1, ${sql.lit(many)}) n where connection_id = 'busy'`.execute(app.db);
    await sql`vacuum analyze`.execute(app.db);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

const listIn = async (replica: TestApp, query: string) => {
    const { status, json, text } = await replica.raw(`/functions/runs?limit=${page}&${query}`, { token: app.keys.dev });
    if (status !== 200) throw new TypeError(text);
    // The shape of its contract.
    return json as { data: FunctionRunView[]; next_cursor: string | null };
};

test.each([
    ['', page],
    ['status=succeeded', page],
    ['status=failed', page],
    ['status=queued', 0],
    ['status=queued&integration_id=crm', 0],
    ['status=failed&integration_id=idle', 0],
    ['type=action', page],
    ['type=on-event', 0],
    ['integration_id=crm', page],
    ['integration_id=idle', 0],
    ['integration_id=unknown', 0],
    ['connection_id=busy', page],
    ['connection_id=busy&integration_id=crm', page],
    ['connection_id=busy&type=sync&name=none', 0],
    ['connection_id=quiet', 0],
    ['connection_id=none', 0],
    ['name=contacts', page],
    ['name=none', 0]
])('of many runs those of %s are found by an index', async (query, count) => {
    // Alternating, so that a plan for any value is made for values that many and few have.
    const others = ['integration_id=crm', 'name=contacts', 'connection_id=busy', 'type=sync&name=contacts&connection_id=busy'];
    const read = await readFor(
        app,
        async (replica) => {
            for (let round = 0; round < rounds; round += 1) for (const each of [...others, query]) await listIn(replica, each);
        },
        'function_runs'
    );
    expect((await listIn(app, query)).data).toHaveLength(count);
    // A page is read twice: its ids, and the rows. The few that have failed may all be looked at.
    expect(read / rounds).toBeLessThan((others.length + 1) * 4 * (page + 1));
});

test('the pages of a filter follow each other without gaps', async () => {
    const times: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const found = await listIn(app, `status=failed&integration_id=crm${cursor && `&cursor=${cursor}`}`);
        times.push(...found.data.map(({ created_at: at }) => at));
        cursor = found.next_cursor;
    }
    expect(times).toHaveLength(many / 1000);
    expect(times).toEqual(times.toSorted().toReversed());
});
