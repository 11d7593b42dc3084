import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from './db.ts';
import { openPool } from './pool/open-pool.ts';
import { migrate } from './migrate.ts';
import { pgbouncer, startPgBouncer } from './test-pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const needed = 'skipped where no pgbouncer is installed';

let home: TestDatabase;
beforeEach(async () => {
    home = await createTestDatabase();
});
afterEach(() => home.drop());

test.skipIf(pgbouncer === undefined).each([
    ['as it is installed', {}],
    ['told to ignore what it does not know', { ignore_startup_parameters: 'statement_timeout,extra_float_digits' }]
])(`behind PgBouncer in transaction mode, %s, everything works and nothing is left on its connections; ${needed}`, async (_, settings) => {
    const between = await startPgBouncer(home.url, settings);
    const logged: string[] = [];
    const { db, stop } = await openDatabase({ databaseUrl: between.url }, { poolSize: 6, log: (line) => logged.push(line) });
    try {
        await sql`drop schema public, pgboss cascade`.execute(home.db);
        await sql`create schema public`.execute(home.db);
        expect(await migrate(db)).not.toEqual([]);
        await sql`create table counted (id int primary key, runs int default 0)`.execute(db);
        await sql`insert into counted (id) select generate_series(1, 5)`.execute(db);
        const add = (id: number) =>
            db.transaction().execute(async (trx) => {
                await sql`select * from counted where id = ${id} for update`.execute(trx);
                await sql`update counted set runs = runs + 1 where id = ${id}`.execute(trx);
            });
        await Promise.all(
            Array.from({ length: 60 }, (_each, index) => [add((index % 5) + 1), sql`select * from counted`.execute(db)]).flat()
        );
        await sql`alter table counted add column more int`.execute(home.db);
        await Promise.all([1, 2, 3, 4, 5].map(add));
        expect((await sql`select sum(runs) as runs from counted`.execute(db)).rows).toEqual([{ runs: 65 }]);
        const left = await sql`select name from pg_prepared_statements`.execute(db);
        expect(left.rows).toEqual([]);
        expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '0' }]);
        expect(logged).toEqual([expect.stringMatching(/^database_pooler: /)]);
    } finally {
        await stop();
        await between.stop();
    }
});

test.skipIf(pgbouncer === undefined)(`a PgBouncer that comes between while the server runs costs nothing; ${needed}`, async () => {
    const between = await startPgBouncer(home.url, { ignore_startup_parameters: 'statement_timeout' });
    // Opened as for PostgreSQL itself, which is what a server believes that was started before.
    const { db } = openPool(between.url, { poolSize: 6 });
    try {
        await sql`create table counted (runs int)`.execute(home.db);
        await sql`insert into counted values (0)`.execute(home.db);
        const add = () =>
            db.transaction().execute(async (trx) => {
                await sql`select * from counted for update`.execute(trx);
                await sql`update counted set runs = runs + 1`.execute(trx);
            });
        for (let round = 0; round < 5; round += 1)
            await Promise.all(Array.from({ length: 12 }, () => [add(), sql`select * from counted`.execute(db)]).flat());
        expect((await sql`select runs from counted`.execute(home.db)).rows).toEqual([{ runs: 60 }]);
    } finally {
        await db.destroy();
        await between.stop();
    }
});
