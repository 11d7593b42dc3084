import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, send, startGemApp, type SyncStatus } from './syncs.fixtures.ts';

/** Of which one statement changes some at a time. */
const batch = 5000;
const many = batch + 10;

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp({ runsJobs: false });
    await connectGem(app);
    await sql`
        insert into syncs (environment_id, connection_row_id, id, name, variant, models)
        select environment_id, id, gen_random_uuid(), 'jobs', 'v' || number, array['Job']
        from connections cross join generate_series(1, ${sql.lit(many)}) as number`.execute(app.db);
});
afterAll(() => app[Symbol.asyncDispose]());

const countPaused = async () => {
    const { count } = await app.db
        .selectFrom('syncs')
        .select(sql<number>`count(*) filter (where is_paused)::int`.as('count'))
        .executeTakeFirstOrThrow();
    return count;
};

test.each([
    ['/sync/pause', batch, many],
    ['/sync/start', many - batch, 0]
])('%s of all connections locks some syncs after the other, in their order', async (path, meanwhile, afterwards) => {
    const command = await app.db.transaction().execute(async (trx) => {
        await sql`select from syncs order by id desc limit 1 for update`.execute(trx);
        const sent = send(app, 'POST', path, { provider_config_key: 'gem', syncs: [] });
        await expect.poll(countPaused).toBe(meanwhile);
        return { sent };
    });
    expect((await command.sent).status).toBe(200);
    expect(await countPaused()).toBe(afterwards);
});

const countTriggered = async () => {
    const { count } = await app.db
        .selectFrom('syncs')
        .select(sql<number>`count(*) filter (where is_triggered)::int`.as('count'))
        .executeTakeFirstOrThrow();
    return count;
};

test.each([
    ['alone', {}, batch],
    ['with their records emptied', { emptyCache: true }, 500]
])('a trigger of all connections %s locks some syncs after the other, in their order', async (_how, opts, atOnce) => {
    await sql`update syncs set is_triggered = false`.execute(app.db);
    const command = await app.db.transaction().execute(async (trx) => {
        await sql`select from syncs where id = (select id from syncs order by id offset ${atOnce} limit 1) for update`.execute(trx);
        const sent = send(app, 'POST', '/sync/trigger', { provider_config_key: 'gem', syncs: [], opts });
        await expect.poll(countTriggered).toBe(atOnce);
        return { sent };
    });
    expect(await command.sent).toMatchObject({ status: 200 });
    expect(await countTriggered()).toBe(many);
});

test('of all connections the first 1,000 syncs are listed', async () => {
    const { body } = await send(app, 'GET', '/sync/status?syncs=*&provider_config_key=gem');
    const { syncs } = body as { syncs: SyncStatus[] };
    const rows = await app.db.selectFrom('syncs').select('variant').orderBy('variant').limit(1000).execute();
    expect(syncs.map(({ variant }) => variant)).toEqual(rows.map(({ variant }) => variant));
});
