import { getIntegrationStatus, listIntegrationStatus } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const integrations = 1000;
const weekHours = 7 * 24;

/** A tenant of 1,000 integrations, each with an hour of minutes, a week of hours and of days. */
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ now: '2026-01-20T14:02:05Z' });
    await app.integrate('unauthenticated', { unique_key: 'template' });
    const now = sql`timestamptz '2026-01-20T14:00:00Z'`;
    await sql`insert into integrations (environment_id, id, unique_key, provider, secrets)
        select environment_id, gen_random_uuid(), 'i' || lpad(n::text, 4, '0'), provider, secrets
        from integrations, generate_series(1, ${sql.lit(integrations)}) n where unique_key = 'template'`.execute(app.db);
    const steps = [
        ['traffic_minutes', 'minute', 60],
        ['traffic_hours', 'hour', weekHours],
        ['traffic_days', 'day', 8]
    ] as const;
    for (const [table, step, count] of steps)
        await sql`insert into ${sql.table(table)} (environment_id, integration_id, at, kind, calls, provider_failures, credentials_failures,
                rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
            select environment_id, id, date_trunc(${step}, ${now}, 'UTC') - n * ${sql.lit(`1 ${step}`)}::interval, 'proxy', 30, 1, 0, 0, 0,
                '{"503": 1}', array[20,5,5,0,0,0,0,0,0,0,0,0], 7::bit(256), 1::bit(256)
            from integrations, generate_series(0, ${sql.lit(count - 1)}) n`.execute(app.db);
    await sql`analyze`.execute(app.db);
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

/** Rows and index entries of the counts that one request reads. */
async function readBy(work: (replica: TestApp) => Promise<unknown>): Promise<number> {
    const read = async () => {
        const { rows } = await sql<{ count: number }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as count from pg_stat_user_tables where relname like 'traffic%'`.execute(
            app.db
        );
        return rows[0]?.count ?? 0;
    };
    const before = await read();
    const replica = await startTestApp({ replicaOf: app, config: { databasePoolSize: 1 } });
    await work(replica);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(replica.db);
    await replica[Symbol.asyncDispose]();
    // A connection of the database counts what it has read at the latest when it ends.
    await vi.waitUntil(async () => {
        const { rows: others } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(
            app.db
        );
        return !others.some(({ pid }) => pid === rows[0]?.pid);
    });
    return (await read()) - before;
}

test('the status of one of a thousand integrations reads its own counts alone', async () => {
    const ownRows = 30 + weekHours + 7 + 5 + weekHours;
    expect(
        await readBy(async ({ call }) => {
            const { data } = await call(getIntegrationStatus, { params: { id: 'i0500' }, query: { hours: '168' } });
            expect([data.state, data.history.length, data.calls_5m]).toEqual(['operational', weekHours, 90]);
        })
    ).toBeLessThanOrEqual(1.2 * ownRows);
});

test('a page of statuses reads the counts of its integrations alone', async () => {
    const rowsOfEach = 30 + 24 + 7 + 5 + 24;
    expect(
        await readBy(async ({ call }) => expect((await call(listIntegrationStatus, { query: { limit: '50' } })).data).toHaveLength(50))
    ).toBeLessThanOrEqual(1.2 * 50 * rowsOfEach);
});
