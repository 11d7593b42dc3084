import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { textArray } from './text-array.ts';

let home: TestDatabase;
beforeAll(async () => {
    home = await createTestDatabase();
});
afterAll(() => home.drop());

test.each([
    ['none', []],
    ['what a list in a text would have to quote', ['', ' ', 'null', 'NULL', '{a,b}', '"\\', "'", 'a\nb']],
    ['several bytes for a character', ['Zoë Núñez', 'Käse', '東京', '👩‍🚀']],
    ['nulls among them', ['a', null, 'b', null]],
    ['long ones', ['x'.repeat(100_000), 'é'.repeat(100_000)]]
])('PostgreSQL reads the texts of an array: %s', async (_which, texts) => {
    const { rows } = await sql<{ texts: string[]; count: number }>`
        select given as texts, cardinality(given) as count from (select ${textArray(texts)}::text[] as given) as one`.execute(home.db);
    expect(rows).toEqual([{ texts, count: texts.length }]);
});
