import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './pool/database-unavailable.ts';
import { openDatabase } from './db.ts';
import { createTestDatabase } from './testing.ts';

const environment = { id: '00000000-0000-4000-8000-000000000001', name: 'dev' };

test('each test database is migrated, empty and its own', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.db.insertInto('environments').values(environment).execute();
    expect(await other.db.selectFrom('environments').select('id').execute()).toEqual([]);
    await Promise.all([one.drop(), other.drop()]);
});

test('dropping a test database cuts a server that is still connected to it', async () => {
    const home = await createTestDatabase();
    const server = await openDatabase({ databaseUrl: home.url });
    await home.drop();
    await expect(server.db.selectFrom('environments').select('id').execute()).rejects.toSatisfy(
        (error) => isDatabaseUnavailable(error) || (error instanceof Error && 'code' in error && error.code === '3D000')
    );
    await server.stop();
});
