import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Database } from '../db.ts';
import { openDatabase } from '../db.ts';
import { openPool } from './open-pool.ts';
import { prepareInsert, prepareRead } from './prepare.ts';
import type { TestDatabase } from '../testing.ts';
import { createTestDatabase } from '../testing.ts';

let home: TestDatabase;
let database: Database;
beforeAll(async () => {
    home = await createTestDatabase();
    database = await openDatabase({ databaseUrl: home.url });
});
afterAll(async () => {
    await database.stop();
    await home.drop();
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const echo = prepareRead<{ n: number }, { n: number; moment: string }>((db, param) =>
    // The moment at which its transaction began, and its connection's process.
    db.selectNoFrom([
        sql<number>`${param('n')}::integer`.as('n'),
        sql<string>`transaction_timestamp()::text || pg_backend_pid()`.as('moment')
    ])
);

test('what is wanted at once goes out together, and each gets its own response', async () => {
    // Unless the machine stands still for a moment, which looks like a slow database.
    await vi.waitFor(async () => {
        const responses = await Promise.all(numbers(500).map((n) => echo(database.batches, { n })));
        expect(responses.map(([row]) => row?.n)).toEqual(numbers(500));
        expect(new Set(responses.map(([row]) => row?.moment)).size).toBeLessThan(50);
    });
});

test('sequential reads are not held back for a batch', async () => {
    const moments = new Set<string | undefined>();
    for (const n of numbers(20)) moments.add((await echo(database.batches, { n }))[0]?.moment);
    expect(moments.size).toBe(20);
});

test('different statements at once are told apart', async () => {
    const twice = prepareRead<{ n: number }, { twice: number }>((db, param) =>
        db.selectNoFrom(sql<number>`${param('n')}::integer * 2`.as('twice'))
    );
    const both = await Promise.all(
        numbers(100).map(async (n) => {
            const [[one], [two]] = await Promise.all([echo(database.batches, { n }), twice(database.batches, { n })]);
            return [one?.n, two?.twice];
        })
    );
    expect(both).toEqual(numbers(100).map((n) => [n, n * 2]));
});

test('one that fails does not touch the others', async () => {
    const divide = prepareRead<{ n: number }, { quotient: number }>((db, param) =>
        db.selectNoFrom(sql<number>`60 / ${param('n')}::integer`.as('quotient'))
    );
    const outcomes = await Promise.allSettled(numbers(30).map((n) => divide(database.batches, { n: n % 10 })));
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value[0]?.quotient : outcome.reason.code))).toEqual(
        numbers(30).map((n) => (n % 10 === 0 ? '22012' : Math.floor(60 / (n % 10))))
    );
});

test('rows that are inserted at once are written together, each once, and what is wrong with one is its own error', async () => {
    const insert = prepareInsert<{ id: string; name: string }, { name: string; moment: string }>((db, param) =>
        db
            .insertInto('environments')
            .values({ id: param('id'), name: param('name') })
            .returning(['name', sql<string>`transaction_timestamp()::text`.as('moment')])
    );
    const add = async (n: number) => (await insert(database.batches, { id: randomUUID(), name: `number${n}` }))[0];
    await Promise.all(numbers(10).map(add));
    const outcomes = await Promise.allSettled(numbers(100).map(add));
    // Ten of the names are taken.
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value?.name : outcome.reason.code))).toEqual(
        numbers(100).map((n) => (n < 10 ? '23505' : `number${n}`))
    );
    let next = 100;
    await vi.waitFor(async () => {
        const added = await Promise.all(numbers(100).map(() => add(next++)));
        expect(new Set(added.map((row) => row?.moment)).size).toBeLessThan(20);
    });
    const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from environments where name like 'number%'`.execute(
        home.db
    );
    expect(rows).toEqual([{ rows: next }]);
});

test('what was cancelled is not tried again, nor are those that went with it', async () => {
    await sql`create sequence tries`.execute(home.db);
    const cancel = prepareRead<{ n: number }, object>((db, param) =>
        db.selectNoFrom([
            sql`nextval('tries')`.as('try'),
            sql`case when ${param('n')}::integer = 5 then pg_cancel_backend(pg_backend_pid()) end`.as('cancelled'),
            sql`pg_sleep(0.01)::text`.as('slept')
        ])
    );
    const outcomes = await Promise.allSettled(numbers(10).map((n) => cancel(database.batches, { n })));
    expect(outcomes[5]).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    const { rows } = await sql<{ tries: number }>`select last_value as tries from tries`.execute(home.db);
    expect(rows[0]?.tries).toBeLessThanOrEqual(10);
});

test('while reads are slow they do not wait for each other', async () => {
    const slow = prepareRead<{ seconds: number }, { pid: number }>((db, param) =>
        db.selectNoFrom([sql`pg_sleep(${param('seconds')})::text`.as('slept'), sql<number>`pg_backend_pid()`.as('pid')])
    );
    await slow(database.batches, { seconds: 0.15 });
    const responses = await Promise.all(numbers(10).map(() => slow(database.batches, { seconds: 0.15 })));
    expect(new Set(responses.map(([row]) => row?.pid)).size).toBeGreaterThan(4);
    await vi.waitFor(async () => {
        const quick = await Promise.all(numbers(100).map((n) => echo(database.batches, { n })));
        expect(new Set(quick.map(([row]) => row?.moment)).size).toBeLessThan(20);
    });
});

test('a value that cannot be read exactly is the error of the one who wanted it', async () => {
    const large = prepareRead<{ text: string }, { value: number }>((db, param) =>
        db.selectNoFrom(sql<number>`${param('text')}::text::bigint`.as('value'))
    );
    const texts = numbers(10).map((n) => (n === 4 ? '9007199254740993' : String(n)));
    const outcomes = await Promise.allSettled(texts.map((text) => large(database.batches, { text })));
    expect(outcomes.map(({ status }, n) => (status === 'rejected' ? n : undefined)).filter((n) => n !== undefined)).toEqual([4]);
    expect(outcomes[4]).toMatchObject({ reason: { message: expect.stringContaining('too large for an exact number') } });
});

test('those that hang do not delay others', async () => {
    const key = 4711;
    // Two statements, which never go out together.
    const locks = ['one', 'other'].map((name) =>
        prepareRead<{ key: number }, object>((db, param) =>
            db.selectNoFrom(sql<string>`pg_advisory_xact_lock(${param('key')}::integer)::text`.as(name))
        )
    );
    const hanging = await home.db.connection().execute(async (holder) => {
        await sql`select pg_advisory_lock(${key}::bigint)`.execute(holder);
        const held = locks.map((lock) => lock(database.batches, { key }));
        await vi.waitFor(async () => {
            const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`.execute(
                holder
            );
            expect(rows).toHaveLength(2);
        });
        expect((await Promise.all(numbers(50).map((n) => echo(database.batches, { n })))).map(([row]) => row?.n)).toEqual(numbers(50));
        await sql`select pg_advisory_unlock(${key}::bigint)`.execute(holder);
        return held;
    });
    expect(await Promise.all(hanging)).toHaveLength(2);
});

test('without a database all who wait are told so', async () => {
    const { batches: nowhere } = openPool('postgresql://me@127.0.0.1:1/db');
    const outcomes = await Promise.allSettled(numbers(40).map((n) => echo(nowhere, { n })));
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason))).toBe(true);
    await nowhere.db.destroy();
});

test('when a connection is lost, those on it are told, and the next are served', async () => {
    const kill = prepareRead<{ n: number }, { n: number }>((db, param) =>
        db.selectNoFrom(
            sql<number>`case when ${param('n')}::integer = 5 then pg_terminate_backend(pg_backend_pid())::integer else 0 end`.as('n')
        )
    );
    const outcomes = await Promise.allSettled(numbers(10).map((n) => kill(database.batches, { n })));
    const lost = outcomes.filter(({ status }) => status === 'rejected');
    expect(lost.length).toBeGreaterThan(0);
    for (const outcome of lost) expect(outcome).toMatchObject({ reason: expect.any(Error) });
    expect((await echo(database.batches, { n: 1 }))[0]?.n).toBe(1);
});
