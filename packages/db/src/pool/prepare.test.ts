import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db.ts';
import { openDatabase } from '../db.ts';
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

const insertEnvironment = prepareInsert<{ id: string; name: string }, { name: string; twice: string }>((db, param) =>
    db
        .insertInto('environments')
        .values({ id: param('id'), name: param('name') })
        .returning(['name', sql<string>`name || ${param('name')}`.as('twice')])
);

test('a prepared statement is built once and takes other values each time, batched or not, in transactions too', async () => {
    const { db, batches } = database;
    const dev = { id: '00000000-0000-4000-8000-000000000001', name: 'dev' };
    expect(await insertEnvironment(batches, dev)).toEqual([{ name: 'dev', twice: 'devdev' }]);
    const undone = db.transaction().execute(async (trx) => {
        await insertEnvironment(trx, { id: '00000000-0000-4000-8000-000000000002', name: 'prod' });
        throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');

    let builds = 0;
    const find = prepareRead<{ name: string }, { id: string }>((on, param) => {
        builds += 1;
        return on.selectFrom('environments').select('id').where('name', '=', param('name')).where('name', '!=', 'staging');
    });
    expect(await find(batches, { name: 'dev' })).toEqual([{ id: dev.id }]);
    expect(await find(db, { name: 'prod' })).toEqual([]);
    expect(builds).toBe(1);
});

test('a list and nothing at all are values as well', async () => {
    const find = prepareRead<{ names: string[] | null }, { name: string }>((on, param) =>
        on
            .selectFrom('environments')
            .select('name')
            .where(sql<boolean>`name = any(${param('names')})`)
    );
    expect(await find(database.db, { names: ['dev', 'test'] })).toEqual([{ name: 'dev' }]);
    expect(await find(database.db, { names: null })).toEqual([]);
});
