import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from './schema.ts';
import { openPool } from './pool/open-pool.ts';
import { migrate } from './migrate.ts';
import type { TestDatabase } from './testing.ts';
import { createTestDatabase } from './testing.ts';

const migrations = join(import.meta.dirname, '..', 'migrations');
const all = readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .toSorted();

let home: TestDatabase;
let db: Db;

beforeEach(async () => {
    home = await createTestDatabase();
    db = home.db;
    await sql`drop schema public, pgboss cascade`.execute(db);
    await sql`create schema public`.execute(db);
});

afterEach(() => home.drop());

/** A server process of its own that migrates and prints what it ran. */
function migrateElsewhere() {
    const script = `
        import { migrate, openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
        const database = await openDatabase({ databaseUrl: ${JSON.stringify(home.url)} });
        console.log(JSON.stringify(await migrate(database.db)));
        await database.stop();`;
    return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function outcomeOf(child: ReturnType<typeof migrateElsewhere>): Promise<{ ran: string[]; code: unknown }> {
    let text = '';
    child.stdout.on('data', (chunk) => (text += String(chunk)));
    const [code] = await once(child, 'close');
    return { ran: JSON.parse(text), code };
}

const applied = async () =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name);

test('an empty database gets every migration once, in order', async () => {
    expect(await migrate(db)).toEqual(all);
    expect(await migrate(db)).toEqual([]);
    expect(await applied()).toEqual(all);
});

test('of four servers that start at once on an empty database one migrates and all of them go on', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(migrateElsewhere())));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(outcomes.flatMap(({ ran }) => ran)).toEqual(all);
    expect(await applied()).toEqual(all);
});

test('a server killed in the middle leaves nothing half done, and the next one completes it', async () => {
    const { db: other } = openPool(home.url, { poolSize: 1 });
    let child: ReturnType<typeof migrateElsewhere> | undefined;
    try {
        // Another client's uncommitted table of the same name blocks the migration halfway.
        await other.connection().execute(async (one) => {
            await sql`begin`.execute(one);
            await sql`create table attempts (id int)`.execute(one);
            child = migrateElsewhere();
            await vi.waitFor(
                async () => {
                    const { rows } =
                        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
                            db
                        );
                    expect(rows).toHaveLength(1);
                },
                { timeout: 10_000 }
            );
            child.kill('SIGKILL');
            await once(child, 'exit');
            await sql`rollback`.execute(one);
        });
    } finally {
        child?.kill('SIGKILL');
        await other.destroy();
    }
    expect(await migrate(db)).toEqual(all);
});

test('a newer version that only added leaves the database usable for this one, and what takes something away refuses it', async () => {
    await migrate(db);
    await sql`insert into kysely_migration values ('9999_future', '2030-01-01T00:00:00.000Z')`.execute(db);
    expect(await migrate(db)).toEqual([]);
    await sql`update schema_compatibility set oldest_migration = '9998_unknown_here'`.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({ name: 'DatabaseStartError', message: expect.stringContaining('(9999_future)') });
});

test('a database that lacks a migration of ours and has one of another version is refused', async () => {
    await migrate(db);
    await sql`insert into kysely_migration values ('9999_future', '2030-01-01T00:00:00.000Z')`.execute(db);
    await sql`delete from kysely_migration where name = ${all[0]}`.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({ name: 'DatabaseStartError' });
});

/** A folder of migrations. */
function folderWith(files: Record<string, string>): string {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-migrations-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.sql`), text);
    return folder;
}

/** What an earlier release has made of the database. @param end the first one that it lacks */
async function migrateUpTo(end: string): Promise<void> {
    const folder = folderWith({});
    for (const name of all.filter((one) => one < end)) copyFileSync(join(migrations, `${name}.sql`), join(folder, `${name}.sql`));
    await migrate(db, { folder });
}

test('functions of environments that were there before may read credentials, and those of new ones may not', async () => {
    await migrateUpTo('0059');
    await sql`insert into environments (id, name) values (gen_random_uuid(), 'before')`.execute(db);
    await migrate(db);
    await sql`insert into environments (id, name) values (gen_random_uuid(), 'since')`.execute(db);
    const { rows } = await sql`select name, functions_read_credentials as may from environments order by name`.execute(db);
    expect(rows).toEqual([
        { name: 'before', may: true },
        { name: 'since', may: false }
    ]);
});

test.each(['', '-- no transaction\n'])(
    'a migration%s that waits for a lock gives way to the others, tries again, and is done when the lock is free',
    async (mark) => {
        await sql`create table busy (id int)`.execute(db);
        const folder = folderWith({ '0001_busy': `${mark}alter table busy add column more int;` });
        const [isLocked, isFree, hasWaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const reader = db.transaction().execute(async (trx) => {
            await sql`select * from busy`.execute(trx);
            isLocked.resolve();
            await isFree.promise;
        });
        await isLocked.promise;
        const migrating = migrate(db, { folder, lockTimeoutMs: 100, log: () => hasWaited.resolve() });
        await hasWaited.promise;
        // Behind a waiting ALTER TABLE this would have waited as well.
        expect((await sql`select * from busy`.execute(home.db)).rows).toEqual([]);
        isFree.resolve();
        await reader;
        expect(await migrating).toEqual(['0001_busy']);
    }
);

test('a file marked "-- no transaction" builds its index concurrently, between those that run in one', async () => {
    const folder = folderWith({
        '0001_table': 'create table indexed (id int);',
        '0002_index': `-- no transaction
drop index concurrently if exists indexed_id;
create index concurrently indexed_id on indexed (id);
`,
        '0003_more': 'alter table indexed add column more int;'
    });
    expect(await migrate(db, { folder })).toEqual(['0001_table', '0002_index', '0003_more']);
    const { rows } = await sql`select indexname from pg_indexes where tablename = 'indexed'`.execute(db);
    expect(rows).toEqual([{ indexname: 'indexed_id' }]);
    // The connection that it ran on had no time limit, and is not used again.
    expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '10s' }]);
});
