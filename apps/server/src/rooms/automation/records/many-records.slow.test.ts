import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { candidates, connect, contextOf, headersOf, list, readFor, save, setOf, write } from './records.fixtures.ts';

const many = 1_000_000;
/** Within the time limit of a statement. */
const perStatement = 50_000;
/** PostgreSQL considers a plan for all values of a prepared statement from its sixth run on. */
const rounds = 7;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
    for (const name of ['few', 'many']) await write(app, contextOf(app, await connect(app, name)), [save(candidates(1000))]);
    // Small sets besides, so that the table's statistics do not tell how large one is.
    const { id: setId = 0, environment_id: environmentId = '' } = (await setOf(app, await connect(app, 'many'))) ?? {};
    for (let from = 1; from < many; from += perStatement)
        await sql`
        insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at, deleted_at)
        select ${environmentId}::uuid, case when n % 10 = 0 then -n else ${setId}::bigint end, gen_random_uuid(), n::text,
            '{"id":"' || n || '","name":"Candidate"}', '', 'vendor', at, at, at, case when n % 100000 = 1 then at end
        from generate_series(${sql.lit(from)}, ${sql.lit(from + perStatement - 1)}) n, lateral (select now() - n * interval '1 second' as at) as times`.execute(
            app.db
        );
    await sql`analyze records`.execute(app.db);
}, 300_000);
afterAll(() => app[Symbol.asyncDispose]());

test.each([
    ['the first page', () => ''],
    ['a page in the middle', (cursor: string) => `&cursor=${encodeURIComponent(cursor)}`],
    ['what changed lately', () => `&modified_after=${new Date(Date.now() - 1000).toISOString()}`],
    ['what was deleted', () => '&filter=deleted'],
    ['records by id', () => '&ids=1&ids=500']
])('of a million records a backend reads %s, and the server no others', async (_, query) => {
    const at = new Date(Date.now() - (many / 2) * 1000).toISOString();
    const cursor = Buffer.from(`${at}||00000000-0000-4000-8000-000000000000`).toString('base64');
    const read = await readFor(app, async (replica) => {
        for (let round = 0; round < rounds; round += 1)
            await list(replica, `model=Candidate&limit=100${query(cursor)}`, { connection: 'many' });
    });
    expect(read / rounds).toBeLessThan(500);
});

test('a page of a million records takes no longer than one of a thousand', async () => {
    const timeOf = async (connection: string) => {
        const startedAt = performance.now();
        const { status } = await app.raw('/records?model=Candidate&limit=100', { headers: headersOf(connection) });
        expect(status).toBe(200);
        return performance.now() - startedAt;
    };
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let round = 0; round < 200; round += 1) for (const name of ['few', 'many'] as const) times[name].push(await timeOf(name));
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
    expect(median(times.many) / median(times.few)).toBeLessThan(1.5);
});
