import { type CallInput, type listSyncs, memberRoles, pauseSync, type SyncOfConnection, type SyncState } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, runAgain, sizes, startGemApp, untilSynced } from '../../automation/syncs/syncs.fixtures.ts';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startGemApp();
    owner = await setUp(app);
    await connectGem(app, 'c1');
    await connectGem(app, 'c2');
    await untilSynced(app, 'c1');
    await untilSynced(app, 'c2');
});
afterAll(() => app[Symbol.asyncDispose]());

type Query = Partial<Record<keyof CallInput<typeof listSyncs>['query'], string>>;

const ask = (browser: DashboardBrowser, query: Query = {}) =>
    browser.send('GET', `/syncs?${new URLSearchParams({ environment: 'dev', ...query })}`);

interface PageOfSyncs {
    data: SyncOfConnection[];
    next_cursor: string | null;
}

async function syncs(query: Query = {}): Promise<PageOfSyncs> {
    const { status, json, text } = await ask(owner, query);
    if (status !== 200) throw new Error(text);
    return json as PageOfSyncs;
}

const placeOf = ({ connection_id: connection, name }: SyncOfConnection) => `${connection} ${name}`;
const names = Object.keys(sizes);
const everyPlace = ['c2', 'c1'].flatMap((connection) => names.map((name) => `${connection} ${name}`));

test('the syncs of all connections are listed with records, last runs and what comes next', async () => {
    const { data, next_cursor: next } = await syncs();
    expect(data.map(placeOf)).toEqual(everyPlace);
    expect(next).toBe(null);
    for (const sync of data) {
        const records = sizes[sync.name as keyof typeof sizes];
        expect(sync).toMatchObject({
            integration_id: 'gem',
            variant: 'base',
            customer: null,
            state: 'working',
            records,
            failures: 0,
            error: null,
            next_run_at: expect.any(String),
            finished_at: expect.any(String),
            runs: [{ status: 'succeeded', changed: records }]
        });
    }
});

test('pages follow each other without gaps, and a cursor of elsewhere is refused', async () => {
    const found: string[] = [];
    for (let query: Query = { limit: '5' }; ;) {
        const { data, next_cursor: cursor } = await syncs(query);
        found.push(...data.map(placeOf));
        if (cursor === null) break;
        query = { limit: '5', cursor };
    }
    expect(found).toEqual(everyPlace);
    for (const cursor of ['x', Buffer.from('[1,2]').toString('base64url'), Buffer.from('{}').toString('base64url')])
        expect(outcome(await ask(owner, { cursor }))).toBe('400 invalid_cursor');
});

test('of many runs the last 20 are shown, oldest first', async () => {
    await sql`insert into function_runs (environment_id, id, connection_row_id, kind, name, variant, status, created_at)
        select environment_id, gen_random_uuid(), connection_row_id, 'sync', name, variant, case when n = 1 then 'failed' else 'succeeded' end,
            ${app.clock.now()}::timestamptz + n * interval '1 minute'
        from syncs, generate_series(1, 25) n
        where name = 'jobs' and connection_row_id = (select id from connections where connection_id = 'c1')`.execute(app.db);
    const [sync] = (await syncs({ connection_id: 'c1', name: 'jobs' })).data;
    const times = sync?.runs.map(({ at }) => at) ?? [];
    expect(times).toHaveLength(20);
    expect(times).toEqual(times.toSorted());
    expect(new Set(sync?.runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
});

test('they are found by state, app, connection and name', async () => {
    const body = { provider_config_key: 'gem', connection_id: 'c1', syncs: ['users'] };
    await app.call(pauseSync, { body });
    await sql`update syncs set failures = 2, status = 'failed', error = '{"code":"provider_error","message":"It answered 503."}'
        where name = 'jobs'`.execute(app.db);
    const found = async (query: Query) => (await syncs(query)).data.map((sync): [string, SyncState] => [placeOf(sync), sync.state]);
    expect(await found({ state: 'paused' })).toEqual([['c1 users', 'paused']]);
    expect(await found({ state: 'failing' })).toEqual([
        ['c2 jobs', 'failing'],
        ['c1 jobs', 'failing']
    ]);
    expect((await syncs({ state: 'failing', connection_id: 'c2' })).data).toMatchObject([
        { failures: 2, error: { code: 'provider_error', message: 'It answered 503.' } }
    ]);
    expect(await found({ state: 'running' })).toEqual([]);
    expect(await found({ integration_id: 'unknown' })).toEqual([]);
    expect((await found({ integration_id: 'gem', name: 'users' })).map(([place]) => place)).toEqual(['c2 users', 'c1 users']);
    await runAgain(app, 'jobs');
    expect(await found({ state: 'failing' })).toEqual([['c2 jobs', 'failing']]);
});

test('they are counted by state, of all, of an app, a connection and a name', async () => {
    const counts = async (query: Query = {}) => {
        const { status, json, text } = await owner.send('GET', `/sync-counts?${new URLSearchParams({ environment: 'dev', ...query })}`);
        if (status !== 200) throw new Error(text);
        return (json as { data: Record<string, number> }).data;
    };
    const none = { running: 0, failing: 0, paused: 0 };
    await sql`update syncs set failures = 3 where name in ('jobs', 'users')`.execute(app.db);
    // Paused, whatever else it is.
    const paused = (await syncs({ state: 'paused' })).data.map(placeOf);
    expect(paused).toEqual(['c1 users']);
    await sql`update syncs set lease_until = ${app.clock.now()}::timestamptz + interval '1 hour'
        where name = 'candidates' and connection_row_id = (select id from connections where connection_id = 'c2')`.execute(app.db);
    expect(await counts()).toEqual({ running: 1, failing: 3, paused: 1 });
    expect(await counts({ integration_id: 'gem' })).toEqual({ running: 1, failing: 3, paused: 1 });
    expect(await counts({ connection_id: 'c1' })).toEqual({ running: 0, failing: 1, paused: 1 });
    expect(await counts({ name: 'jobs' })).toEqual({ ...none, failing: 2 });
    expect(await counts({ integration_id: 'unknown' })).toEqual(none);
    expect(await counts({ environment: 'prod' })).toEqual(none);
    for (const state of ['running', 'failing', 'paused']) expect((await syncs({ state })).data).toHaveLength((await counts())[state] ?? -1);
    expect((await syncs({ integration_id: 'gem', limit: '3' })).data.map(placeOf)).toEqual(everyPlace.slice(0, 3));
});

test('every role sees the syncs of each environment by itself, and a visitor sees none', async () => {
    for (const role of memberRoles.filter((each) => each !== 'owner')) {
        const browser = await join(app, owner, role);
        const outcomes = [await ask(browser), await ask(browser, { environment: 'nowhere' })].map(outcome);
        expect([role, ...outcomes]).toEqual([role, '200', '404 unknown_environment']);
    }
    expect((await syncs({ environment: 'prod' })).data).toEqual([]);
    expect(outcome(await ask(dashboardBrowser(app)))).toBe('401 sign_in_required');
});
