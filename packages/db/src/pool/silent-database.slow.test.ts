import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createTestDatabase, type TestDatabase, TestNetwork } from '../testing.ts';

let home: TestDatabase;
let network: TestNetwork;
let database: Database;
beforeEach(async () => {
    home = await createTestDatabase();
    network = await TestNetwork.to(home.url);
    database = await openDatabase({ databaseUrl: network.url }, { poolSize: 3 });
});
afterEach(async () => {
    await network.close();
    await database.stop();
    await home.drop();
});

/** Milliseconds that stand still with the process, as those of the product do: it counts ticks. */
function startStopwatch(): () => number {
    const stepMs = 50;
    let steps = 0;
    const timer = setInterval(() => (steps += 1), stepMs);
    onTestFinished(() => clearInterval(timer));
    return () => steps * stepMs;
}

/** How long a statement took to fail for the database's silence. */
async function failing(work: () => Promise<unknown>): Promise<number> {
    const passedMs = startStopwatch();
    const error: unknown = await work().then(
        () => expect.unreachable('it should have failed'),
        (thrown: unknown) => thrown
    );
    expect([isDatabaseUnavailable(error), String(error)]).toEqual([true, String(error)]);
    return passedMs();
}

const isRunning = (text: string) =>
    vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where query like ${`${text}%`} and state = 'active'`.execute(home.db);
        expect(rows).toHaveLength(1);
    });

test('when the database falls silent those in flight have a response within 2.5 s, later ones at once, and the first after it are served', async () => {
    const { db } = database;
    const sleeping = failing(() => sql`select pg_sleep(8)`.execute(db));
    const inTransaction = failing(() =>
        db.transaction().execute(async (trx) => {
            await sql`select pg_sleep(9)`.execute(trx);
        })
    );
    await Promise.all([isRunning('select pg_sleep(8)'), isRunning('select pg_sleep(9)')]);
    const passedMs = startStopwatch();
    network.die();
    const others = Array.from({ length: 6 }, () => failing(() => sql`select 1`.execute(db)));
    await Promise.all([sleeping, inTransaction, ...others]);
    expect(passedMs()).toBeLessThan(2500);
    expect(await failing(() => sql`select 1`.execute(db))).toBeLessThan(1000);
    network.revive();
    await vi.waitFor(async () => expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]));
});

test('a database that falls silent under transactions that begin all the time is found within 2.5 s', async () => {
    const { db } = database;
    // Connections that are kept: a new one is only there once the database has responded.
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.1)`.execute(db)));
    network.die();
    const passedMs = startStopwatch();
    const begin = () => failing(() => db.transaction().execute((trx) => sql`select 1`.execute(trx)));
    const first = begin();
    const second = vi.waitUntil(() => passedMs() >= 600, { interval: 50, timeout: 5000 }).then(begin);
    const third = vi.waitUntil(() => passedMs() >= 1200, { interval: 50, timeout: 5000 }).then(begin);
    await Promise.all([first, second, third]);
    expect(passedMs()).toBeLessThan(2500);
});

test('a transaction that was between two statements when the database fell silent has its response within 2.5 s too', async () => {
    const { db } = database;
    const [isOpen, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const idle = failing(() =>
        db.transaction().execute(async (trx) => {
            await sql`select 1`.execute(trx);
            isOpen.resolve();
            await mayGoOn.promise;
            await sql`select 2`.execute(trx);
        })
    );
    await isOpen.promise;
    network.die();
    await failing(() => sql`select 1`.execute(db));
    const passedMs = startStopwatch();
    mayGoOn.resolve();
    await idle;
    expect(passedMs()).toBeLessThan(2500);
});

test('a slow statement is waited for while other statements are answered, or while there are none', async () => {
    const { rows } = await sql<{ done: boolean }>`select pg_sleep(3.5) is not null as done`.execute(database.db);
    expect(rows).toEqual([{ done: true }]);
});
