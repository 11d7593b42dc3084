import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../db.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';

let home: TestDatabase;
let database: Database;

beforeAll(async () => {
    home = await createTestDatabase();
    database = await openDatabase({ databaseUrl: home.url }, { poolSize: 2 });
});
afterAll(async () => {
    await database.stop();
    await home.drop();
});

/** A pool whose connections the drop of the database may end while they close. */
function newPool(max: number): pg.Pool {
    return new pg.Pool({ connectionString: home.url, max }).on('error', () => {});
}

const slow = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db);

test('a statement that waits while connections are given back is served, however long the queue takes as a whole', async () => {
    const responses = await Promise.allSettled(Array.from({ length: 12 }, () => slow(0.5)));
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
});

test('when no connection is given back for too long, all waiting statements are refused at once, and later ones are served', async () => {
    const ends: string[] = [];
    const running = [3, 3, 0, 0, 0, 0].map((seconds) =>
        slow(seconds).then(
            () => ends.push(`served after ${seconds} s`),
            () => ends.push('refused')
        )
    );
    await Promise.all(running);
    expect(ends).toEqual(['refused', 'refused', 'refused', 'refused', 'served after 3 s', 'served after 3 s']);
    await expect(slow(0)).resolves.toBeDefined();
});

test('a connection is given back whether its statement succeeds, fails or loses it', async () => {
    const failing = sql`select 1 / 0`;
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
    for (let round = 0; round < 3; round++) {
        await Promise.allSettled(Array.from({ length: 6 }, () => failing.execute(database.db)));
        await Promise.allSettled([cut.execute(database.db), cut.execute(database.db)]);
        // The pool hears of the broken connections a little later.
        await expect
            .poll(() =>
                slow(0).then(
                    () => true,
                    () => false
                )
            )
            .toBe(true);
    }
    const responses = await Promise.allSettled(Array.from({ length: 6 }, () => slow(0.1)));
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
});

test('connections that a burst has opened are closed when they are idle, and one that is used stays open', async () => {
    const pool = newPool(4);
    const source = new ConnectionQueue(pool, { size: 4, standstillMs: 2000, longestMs: 20_000, sweepMs: 50 });
    const burst = await Promise.all(Array.from({ length: 4 }, () => source.connect()));
    for (const client of burst) source.giveBack(client, false);
    await vi.waitFor(async () => {
        const client = await source.connect();
        source.giveBack(client, false);
        expect(pool.totalCount).toBe(1);
    });
    await source.end();
});

test('a connection that was lost while it was lent is not handed on, and none is given back twice', async () => {
    const pool = newPool(2);
    const source = new ConnectionQueue(pool, { size: 1, standstillMs: 2000, longestMs: 20_000 });
    const client = await source.connect();
    const isLost = new Promise((resolve) => client.once('end', resolve));
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await isLost;
    source.giveBack(client, false);
    expect(() => source.giveBack(client, false)).toThrow('given back already');
    const next = await source.connect();
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    source.giveBack(next, false);
    await source.end();
});
