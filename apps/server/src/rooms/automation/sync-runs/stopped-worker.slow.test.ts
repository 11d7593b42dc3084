import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import {
    connectGem,
    control,
    eventsOf,
    journal,
    startGemApp,
    statuses,
    statusOf,
    untilStruck,
    untilSynced
} from '../syncs/syncs.fixtures.ts';

const candidates = 2400;
const pageOf = (page: number) => ({ path_regex: '/candidates/$', query: `(^|&)page=${page}(&|$)` });
/** The vendor has made the page, and its response comes late. */
const holdPage = (page: number) => ({ match: pageOf(page), action: { type: 'hold', after: true }, times: 1 });

/** A server in a process of its own, on the database of an app. */
async function startProcess(app: TestApp, nodeFlags: readonly string[] = []): Promise<ServerProcess> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const variables = {
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host
    };
    const server = spawnServer(variables, { nodeFlags });
    onTestFinished(() => server.kill());
    await server.ready();
    return server;
}

/** Connects, and waits until the first run of the candidates is at its third page alone. */
async function holdAtThirdPage(app: TestApp): Promise<void> {
    await control(app, 'faults', [holdPage(3)]);
    await connectGem(app);
    await untilStruck(app);
    await expect.poll(async () => (await statuses(app)).filter(({ status }) => status === 'SUCCESS').length, { timeout: 30_000 }).toBe(6);
}

const runs = (app: TestApp) =>
    app.db.selectFrom('function_runs').select(['id', 'status', 'calls']).where('name', '=', 'candidates').orderBy('started_at').execute();
const pages = async (app: TestApp) => (await journal(app, '/candidates/$')).map(({ query }) => query['page']?.[0]);
const told = async (app: TestApp) =>
    (await eventsOf(app, 'sync'))
        .filter(({ model }) => model === 'Candidate')
        .map(({ success, responseResults }) => [success, responseResults]);
const changed = { op: 'update', collection: 'candidates', index: 1200, fields: { first_name: 'Ottoline' } };

/** How many records of that name are stored. */
async function named(app: TestApp, name: string): Promise<number> {
    const { rows } = await sql<{
        count: number;
    }>`select count(*)::int as count from records where payload::jsonb ->> 'first_name' = ${name}`.execute(app.db);
    return rows[0]?.count ?? NaN;
}

test('R-12, T-83: a worker that is stopped in mid-run, and goes on when another has taken over, writes nothing of what it has read', async () => {
    await using app = await startGemApp({ runsJobs: false });
    await control(app, 'size', { candidates });
    const stale = await startProcess(app);
    await holdAtThirdPage(app);
    stale.signal('SIGSTOP');
    await control(app, 'mutate', changed);
    // The old page waits in the socket of the stopped one, and the other is held at the next page.
    await control(app, 'faults', [holdPage(4)]);
    app.clock.advance(31_000);
    await using _other = await startGemApp({ replicaOf: app });
    await untilStruck(app);
    expect(await named(app, 'Ottoline')).toBe(1);

    stale.signal('SIGCONT');
    // Its end is written down with the number of its calls.
    await expect.poll(async () => (await runs(app))[0], { timeout: 30_000 }).toMatchObject({ status: 'interrupted', calls: 3 });
    expect(await named(app, 'Ottoline')).toBe(1);
    expect(await statusOf(app, 'candidates')).toMatchObject({ status: 'RUNNING', recordCount: { Candidate: 1500 } });

    await control(app, 'faults', []);
    await untilSynced(app);
    expect(await pages(app)).toEqual(['1', '2', '3', '3', '4', '5']);
    expect((await runs(app)).map(({ status }) => status)).toEqual(['interrupted', 'succeeded']);
    expect(await statusOf(app, 'candidates')).toMatchObject({ recordCount: { Candidate: candidates }, failures: 0 });
    expect(await told(app)).toEqual([[true, { added: candidates, updated: 0, deleted: 0 }]]);
    expect(await named(app, 'Ottoline')).toBe(1);
}, 120_000);

/** Of the machine of a server: the times that its JavaScript reads. */
const offBy = (minutes: number) => {
    const source = `const Real = Date, ms = ${minutes * 60_000};
globalThis.Date = class Date extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ms); }
    static now() { return Real.now() + ms; }
};`;
    return ['--import', `data:text/javascript,${encodeURIComponent(source)}`];
};

/** When it ends, and how long that is away by the clock of the database; milliseconds. */
async function leaseOf(app: TestApp): Promise<{ until: number; left: number }> {
    const { rows } = await sql<{ until: number; left: number }>`
        select extract(epoch from lease_until)::float8 * 1000 as until,
            extract(epoch from lease_until - clock_timestamp())::float8 * 1000 as left
        from syncs where name = 'candidates'`.execute(app.db);
    return rows[0] ?? { until: NaN, left: NaN };
}

test.each([
    [10, 'begins'],
    [10, 'comes later'],
    [-10, 'begins'],
    [-10, 'comes later']
])(
    'R-12: of two servers of which one, off by %i minutes, %s, one reads each page',
    async (minutes, role) => {
        await using app = await startGemApp({ runsJobs: role === 'comes later' });
        await control(app, 'size', { candidates });
        const startSkewed = () => startProcess(app, offBy(minutes));
        if (role === 'begins') await startSkewed();
        await holdAtThirdPage(app);
        if (role === 'comes later') await startSkewed();
        await using _other = await startGemApp({ replicaOf: app, runsJobs: role === 'begins' });
        // Renewed, and so kept, while the other looks for work twice a second.
        const { until, left } = await leaseOf(app);
        expect(left).toBeGreaterThan(0);
        await expect.poll(async () => (await leaseOf(app)).until, { timeout: 30_000 }).toBeGreaterThan(until);
        expect((await leaseOf(app)).left).toBeLessThanOrEqual(31_000);
        await control(app, 'faults', []);
        await untilSynced(app);
        expect(await pages(app)).toEqual(['1', '2', '3', '4', '5']);
        expect((await runs(app)).map(({ status }) => status)).toEqual(['succeeded']);
        expect(await statusOf(app, 'candidates')).toMatchObject({ recordCount: { Candidate: candidates } });
        expect(await told(app)).toEqual([[true, { added: candidates, updated: 0, deleted: 0 }]]);
    },
    120_000
);
