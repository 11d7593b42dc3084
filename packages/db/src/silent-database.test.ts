import { createServer, connect as dial, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

/** A network to the database that can go dead: what is sent is taken, and nothing comes back. */
class Network {
    readonly #server: Server;
    readonly #ends = new Set<Socket>();
    #isDead = false;

    constructor(socketPath: string) {
        this.#server = createServer((near) => {
            const far = dial(socketPath);
            for (const end of [near, far]) {
                this.#ends.add(end);
                end.on('error', () => {});
                end.on('close', () => {
                    this.#ends.delete(end);
                    near.destroy();
                    far.destroy();
                });
            }
            near.pipe(far).pipe(near);
            if (this.#isDead) for (const end of [near, far]) end.pause();
        });
    }

    async open(): Promise<number> {
        await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
        // A TCP server's address is an object once it listens.
        return (this.#server.address() as AddressInfo).port;
    }

    fall(isDead: boolean): void {
        this.#isDead = isDead;
        for (const end of this.#ends)
            if (isDead) end.pause();
            else end.resume();
    }

    async close(): Promise<void> {
        for (const end of this.#ends) end.destroy();
        await new Promise((resolve) => this.#server.close(resolve));
    }
}

let home: TestDatabase;
let network: Network;
let database: Database;
beforeEach(async () => {
    home = await createTestDatabase();
    const { hostname, port, username, pathname } = new URL(home.url);
    network = new Network(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
    const url = `postgresql://${username}@127.0.0.1:${await network.open()}${pathname}?sslmode=disable`;
    database = await openDatabase({ databaseUrl: url }, { poolSize: 3 });
});
afterEach(async () => {
    await network.close();
    await database.stop();
    await home.drop();
});

/** How long a statement took to fail for the database's silence. */
async function failing(work: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now();
    const error: unknown = await work().then(
        () => expect.unreachable('it should have failed'),
        (thrown: unknown) => thrown
    );
    expect([isDatabaseUnavailable(error), String(error)]).toEqual([true, String(error)]);
    return performance.now() - startedAt;
}

const isRunning = (text: string) =>
    vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where query like ${`${text}%`} and state = 'active'`.execute(home.db);
        expect(rows).toHaveLength(1);
    });

test('when the database falls silent those in flight have an answer within 2.5 s, later ones at once, and the first after it are served', async () => {
    const { db } = database;
    const sleeping = failing(() => sql`select pg_sleep(8)`.execute(db));
    const inTransaction = failing(() =>
        db.transaction().execute(async (trx) => {
            await sql`select pg_sleep(9)`.execute(trx);
        })
    );
    await Promise.all([isRunning('select pg_sleep(8)'), isRunning('select pg_sleep(9)')]);
    const fellAt = performance.now();
    network.fall(true);
    const others = Array.from({ length: 6 }, () => failing(() => sql`select 1`.execute(db)));
    await Promise.all([sleeping, inTransaction, ...others]);
    expect(performance.now() - fellAt).toBeLessThan(2500);
    expect(await failing(() => sql`select 1`.execute(db))).toBeLessThan(100);
    network.fall(false);
    await vi.waitFor(async () => expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]), { timeout: 3000 });
});

test('a statement that takes long, while others are answered or nobody asks, is waited for', async () => {
    const { rows } = await sql<{ done: boolean }>`select pg_sleep(3.5) is not null as done`.execute(database.db);
    expect(rows).toEqual([{ done: true }]);
});
