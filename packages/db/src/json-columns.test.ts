import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from './pool/open-pool.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let home: TestDatabase;
beforeAll(async () => {
    home = await createTestDatabase();
});
afterAll(() => home.drop());

test.each([
    ['prepared', false],
    ['sent unprepared', true]
])('a statement that is %s reads JSON by the name of its column, and keeps fields that are unknown', async (_, isPooled) => {
    const log: unknown[] = [];
    const { db } = openPool(home.url, { isPooled, log: (...line) => log.push(line) });
    const { rows } = await sql`select '{"id": "ada", "phone": "123"}'::jsonb as end_user, '{"plan": 7}'::jsonb as tags,
        null::jsonb as auth_failure, 'null'::jsonb as metadata, '[1]'::jsonb as another, 'plain'::text as options`.execute(db);
    await db.destroy();
    expect(rows).toEqual([
        {
            end_user: { id: 'ada', phone: '123', email: null, display_name: null, tags: null, organization: null },
            tags: {},
            auth_failure: null,
            metadata: null,
            another: [1],
            options: 'plain'
        }
    ]);
    expect(log).toEqual([
        ['stored_json_unreadable: it is taken as absent', { reason: 'A value of tags has another form than this release stores.' }]
    ]);
});
