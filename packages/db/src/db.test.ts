import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from './db.ts';
import { openDatabase } from './db.ts';
import { isDatabaseUnavailable } from './pool/database-unavailable.ts';
import { afterCommit } from './pool/repeating-kysely.ts';
import { LIFT_LIMITS } from './pool/prepared-pool.ts';
import { TestNetwork } from './test-network.ts';
import type { TestDatabase } from './testing.ts';
import { createTestDatabase } from './testing.ts';

let home: TestDatabase;
let database: Database;
const logged: string[] = [];

beforeAll(async () => {
    home = await createTestDatabase();
    database = await openDatabase({ databaseUrl: home.url }, { poolSize: 1, log: (message) => logged.push(message) });
});

afterAll(async () => {
    await database.stop();
    await home.drop();
});

/** Ends the connections that `database` has, as a restart of the server would. */
const cutConnections = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(home.db);

const backend = async (db = database.db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;

function failure(work: Promise<unknown>): Promise<unknown> {
    return work.then(
        () => expect.unreachable('it should have failed'),
        (error: unknown) => error
    );
}

test('every statement is prepared once under a name made from its text, in transactions too', async () => {
    const { db } = database;
    const find = (name: string) => db.selectFrom('environments').select('id').where('name', '=', name).executeTakeFirst();
    await find('dev');
    await find('prod');
    await db.transaction().execute((trx) => trx.selectFrom('environments').select('id').where('name', '=', 'dev').execute());

    const { rows } = await sql<{ name: string; statement: string; used: number }>`
        select name, statement, generic_plans + custom_plans as used from pg_prepared_statements`.execute(db);
    const lookUp = rows.filter(({ statement }) => statement.includes('"environments"'));
    expect(lookUp).toMatchObject([{ statement: 'select "id" from "environments" where "name" = $1', used: 3 }]);
    for (const { name } of rows) expect(name).toMatch(/^pb_[0-9a-f]{32}$/);
    expect(rows.map(({ statement }) => statement)).toContain('commit');
});

test('a transaction begins with its first statement, in one round trip', async () => {
    const network = await TestNetwork.to(home.url);
    const { db, stop } = await openDatabase({ databaseUrl: network.url }, { poolSize: 1 });
    const insert = () =>
        db.transaction().execute((trx) => trx.insertInto('environments').values({ id: randomUUID(), name: 'together' }).execute());
    await insert();
    await home.db.deleteFrom('environments').where('name', '=', 'together').execute();
    const before = network.sent;
    await insert();
    expect(network.sent - before).toBe(2);
    await stop();
    await network.close();
});

test('a transaction whose first statement cannot be sent is still one for those after it', async () => {
    const { db } = database;
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const error = await failure(
        db.transaction().execute(async (trx) => {
            expect(await failure(sql`select ${circular}::jsonb`.execute(trx))).toBeInstanceOf(TypeError);
            await trx.insertInto('environments').values({ id: randomUUID(), name: 'after' }).execute();
            throw new Error('Rolled back.');
        })
    );
    expect(error).toMatchObject({ message: 'Rolled back.' });
    expect(await db.selectFrom('environments').selectAll().where('name', '=', 'after').execute()).toEqual([]);
});

test('a failed transaction leaves nothing and the connection stays usable', async () => {
    const { db } = database;
    const insert = { id: '00000000-0000-4000-8000-000000000001', name: 'half' };
    const error = await failure(
        db.transaction().execute(async (trx) => {
            await trx.insertInto('environments').values(insert).execute();
            await trx.insertInto('environments').values(insert).execute();
        })
    );
    expect(error).toMatchObject({ code: '23505' });
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(await db.selectFrom('environments').selectAll().where('name', '=', 'half').execute()).toEqual([]);
});

test('whole numbers and moments arrive as numbers and dates, money as text, and nothing inexact at all', async () => {
    const { rows } =
        await sql`select 9007199254740991::int8 as big, timestamptz '2026-01-20T00:00:00Z' as at, 0.10::numeric as money`.execute(
            database.db
        );
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, at: new Date('2026-01-20T00:00:00Z'), money: '0.10' }]);
    expect(await failure(sql`select 9007199254740993::int8 as big`.execute(database.db))).toBeInstanceOf(RangeError);
    expect(await backend()).toBeGreaterThan(0);
});

test('a table that a migration has widened is still read by a server that prepared its statement before', async () => {
    const { db } = database;
    await sql`create table widened (id int)`.execute(db);
    await sql`insert into widened values (1)`.execute(db);
    const read = () => sql`select * from widened`.execute(db);
    expect((await read()).rows).toEqual([{ id: 1 }]);
    await sql`alter table widened add column colour text default 'red'`.execute(home.db);
    expect((await read()).rows).toEqual([{ id: 1, colour: 'red' }]);
    expect((await read()).rows).toEqual([{ id: 1, colour: 'red' }]);
});

test('a migration under warm connections costs nothing: no statement fails, and each transaction is done once', async () => {
    const { db, stop } = await openDatabase({ databaseUrl: home.url }, { poolSize: 4 });
    await sql`create table warm (id int)`.execute(db);
    const insert = (id: number) =>
        db.transaction().execute(async (trx) => {
            await sql`select * from warm limit 1`.execute(trx);
            return sql`insert into warm (id) values (${id}) returning *`.execute(trx);
        });
    const read = () => sql`select * from warm limit 1`.execute(db);
    const all = async (from: number) => {
        await Promise.all(Array.from({ length: 12 }, (_, index) => [insert(from + index), read()]).flat());
    };
    await all(0);
    for (const [index, column] of ['one', 'two'].entries()) {
        await sql`alter table warm add column ${sql.id(column)} int`.execute(home.db);
        // Alone: it could meet the stale plans of one connection after the other.
        await insert(1000 + index);
        await all(100 * (index + 1));
    }
    const { rows } = await sql<{ ids: number; rows: number }>`select count(distinct id) as ids, count(*) as rows from warm`.execute(db);
    expect(rows).toEqual([{ ids: 38, rows: 38 }]);
    await stop();
});

test('a transaction that another one rolled back is done again, and an error of its own is not', async () => {
    const { db, stop } = await openDatabase({ databaseUrl: home.url }, { poolSize: 2 });
    await sql`create table locked (id int primary key, runs int default 0)`.execute(db);
    await sql`insert into locked values (1), (2)`.execute(db);
    const add = (id: number, trx = db) => sql`update locked set runs = runs + 1 where id = ${id}`.execute(trx);
    const haveFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const runs = [0, 0];
    const both = [
        [1, 2],
        [2, 1]
    ].map(([first = 0, second = 0], index) =>
        db.transaction().execute(async (trx) => {
            runs[index]! += 1;
            await add(first, trx);
            haveFirst[index]?.resolve();
            await Promise.all(haveFirst.map(({ promise }) => promise));
            await add(second, trx);
        })
    );
    await Promise.all(both);
    expect(runs[0]! + runs[1]!).toBeGreaterThan(2);
    expect((await sql`select runs from locked`.execute(db)).rows).toEqual([{ runs: 2 }, { runs: 2 }]);
    let count = 0;
    const own = db.transaction().execute(async (trx) => {
        count += 1;
        await sql`insert into locked values (1)`.execute(trx);
    });
    expect(await failure(own)).toMatchObject({ code: '23505' });
    expect(count).toBe(1);
    await stop();
});

test('a statement answers from its second run on as it did at first, when its columns need no description any more', async () => {
    const { db } = database;
    await sql`create table counted (id int8, at timestamptz, tags text[])`.execute(db);
    const insert = (id: string) => sql`insert into counted values (${id}, ${new Date(0)}, ${['a', 'b']})`.execute(db);
    const read = (above: number) => sql`select * from counted where id > ${above} order by id`.execute(db);
    const one = { id: 1, at: new Date(0), tags: ['a', 'b'] };
    expect((await read(0)).rows).toEqual([]);
    for (const id of ['1', '2']) expect(await insert(id)).toMatchObject({ numAffectedRows: 1n, rows: [] });
    expect((await read(0)).rows).toEqual([one, { ...one, id: 2 }]);
    expect(await failure(insert('none'))).toMatchObject({ code: '22P02' });
    await insert(String(2n ** 53n));
    expect(await failure(read(0))).toBeInstanceOf(RangeError);
    expect((await sql`delete from counted where id > 2`.execute(db)).numAffectedRows).toBe(1n);
    expect((await read(1)).rows).toEqual([{ ...one, id: 2 }]);
});

test('texts without end do not fill the server with prepared statements', async () => {
    await database.db.connection().execute(async (one) => {
        for (let length = 0; length < 600; length += 1) await sql.raw(`select ${length}`).execute(one);
        const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(one);
        expect(rows[0]!.count).toBeLessThanOrEqual(500);
    });
});

test('losing an idle connection is logged and the next statement gets a new one', async () => {
    const pid = await backend();
    await cutConnections(pid);
    await vi.waitFor(() => expect(logged.join()).toContain('database_connection_lost'));
    expect(await backend()).not.toBe(pid);
});

test('what waits for a commit is done once others can see the rows, and never after a rollback', async () => {
    const seen: string[] = [];
    const insert = (name: string, error?: Error) =>
        database.db.transaction().execute(async (trx) => {
            await trx.insertInto('environments').values({ id: randomUUID(), name }).execute();
            afterCommit(trx, () => seen.push(name));
            seen.push(`${name} in the transaction`);
            if (error) throw error;
        });
    await insert('kept');
    await expect(insert('undone', new Error('no'))).rejects.toThrow('no');
    afterCommit(database.db, () => seen.push('without a transaction'));
    expect(seen).toEqual(['kept in the transaction', 'kept', 'undone in the transaction', 'without a transaction']);
});

test('losing the connection inside a transaction is an error that says so, not the end of the process', async () => {
    const error = await failure(
        database.db.transaction().execute(async (trx) => {
            await cutConnections(await backend(trx));
            await vi.waitFor(async () => {
                // Other tests have transactions of their own in other databases of this server.
                const { rows } = await sql`select 1 from pg_stat_activity
                    where datname = current_database() and state = 'idle in transaction'`.execute(home.db);
                expect(rows).toEqual([]);
            });
            await sql`select 1`.execute(trx);
        })
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await backend()).toBeGreaterThan(0);
});

test('a statement has ten seconds, one on a connection freed from limits has not, and that connection is not used again', async () => {
    const limit = async (db = database.db) =>
        (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]!.statement_timeout;
    expect(await limit()).toBe('10s');
    await database.db.connection().execute(async (one) => {
        await sql.raw(LIFT_LIMITS).execute(one);
        expect(await limit(one)).toBe('0');
    });
    expect(await limit()).toBe('10s');
});

test('a pool with no connection left refuses after two seconds', async () => {
    await database.db.connection().execute(async () => {
        const startedAt = performance.now();
        const error = await failure(sql`select 1`.execute(database.db));
        expect(isDatabaseUnavailable(error)).toBe(true);
        // Before the ten seconds of a statement.
        expect(performance.now() - startedAt).toBeLessThan(9000);
    });
});

test.each([
    ['no server listens', 'postgresql://me:s3cret@127.0.0.1:1/db', /PostgreSQL at 127\.0\.0\.1:1 can't be used \(ECONNREFUSED/],
    ['it is no address', 'postgresql://me:s3cret@ho st:x/db', /DATABASE_URL is not a valid address/],
    ['the database is unknown', () => home.url.replace(/[^/]*$/, 'nowhere'), /can't be used \(3D000 database "nowhere" does not exist\)/]
])('opening a DATABASE_URL fails with a sentence and without its password when %s', async (_case, url, sentence) => {
    const error = await failure(openDatabase({ databaseUrl: typeof url === 'string' ? url : url() }));
    expect(error).toMatchObject({ name: 'DatabaseStartError', message: expect.stringMatching(sentence) });
    expect(Object.values(error as object).join() + String(error)).not.toContain('s3cret');
});

test.each([
    ['a missing socket', Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' }), true],
    ['a server starting up', Object.assign(new Error('starting'), { code: '57P03' }), true],
    ['too many connections, wrapped', new Error('outer', { cause: Object.assign(new Error('full'), { code: '53300' }) }), true],
    ['a deadlock', Object.assign(new Error('deadlock'), { code: '40P01' }), true],
    ['a missing file', Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }), false],
    ['a plan that a migration made stale', Object.assign(new Error(), { code: '0A000', routine: 'RevalidateCachedQuery' }), true],
    ['a statement that a pooler lost', Object.assign(new Error(), { code: '26000' }), true],
    ['a statement that a pooler has already', Object.assign(new Error(), { code: '42P05' }), true],
    ['a feature that PostgreSQL does not have', Object.assign(new Error(), { code: '0A000', routine: 'transformLockingClause' }), false],
    ['a broken rule of the schema', Object.assign(new Error('check'), { code: '23514' }), false],
    ['something that is no error', 'ECONNREFUSED', false]
])('%s is told apart by isDatabaseUnavailable', (_case, error, expected) => {
    expect(isDatabaseUnavailable(error)).toBe(expected);
});

test('times and lists of texts are read as pg reads them, the usual ones by a shorter way', async () => {
    const times = [
        '2026-11-22 01:14:00+00',
        '2026-11-22 01:14:00.123456+00',
        '0044-03-15 12:00:00+00 BC',
        '10000-01-01 00:00:00.5+00',
        'infinity'
    ];
    const lists = ['{}', '{a}', '{read,"a,b",c}', '{NULL,"NULL"}', '{"",x}', '{"a\\\\b","q\\"q"}', '{null}'];
    const plain = new pg.Client({ connectionString: home.url });
    await plain.connect();
    for (const zone of ['UTC', 'Asia/Kolkata'])
        for (const [type, text] of [...times.map((one) => ['timestamptz', one]), ...lists.map((one) => ['text[]', one])] as const) {
            const query = `select '${text}'::${type} as value`;
            await plain.query(`set timezone = '${zone}'`);
            const theirs: unknown = (await plain.query(query)).rows[0];
            const ours = await database.db.transaction().execute(async (trx) => {
                await sql.raw(`set local timezone = '${zone}'`).execute(trx);
                return (await sql.raw(query).execute(trx)).rows[0];
            });
            expect(ours, `${text} in ${zone}`).toEqual(theirs);
        }
    await plain.end();
});
