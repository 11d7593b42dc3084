import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';
import { DatabaseStartError } from './database-start-error.ts';
import type { Db } from './db.ts';
import { packageFile } from './package-file.ts';
import { LIFT_LIMITS } from './prepared-pool.ts';

const FILES = join(dirname(packageFile), 'migrations');

/**
 * Brings the database up to date. All pending files run in one transaction, under a lock: several servers may start at once,
 * and one killed in the middle leaves what was there before.
 * @returns the names of the migrations that ran now
 * @throws {DatabaseStartError} when a newer version of Patchbay has migrated this database
 */
export async function migrate(db: Db): Promise<string[]> {
    const migrations = await readMigrations();
    return db.connection().execute(async (connection) => {
        const done = await namesOfDone(connection);
        // To find that out, the migrator reads the whole catalogue: a tenth of a start.
        if (done.length === Object.keys(migrations).length && done.every((name) => name in migrations)) return [];
        // Building an index may take longer than a request may, and so may waiting for the server that is building it.
        await sql.raw(LIFT_LIMITS).execute(connection);
        const migrator = new Migrator({ db: connection, provider: { getMigrations: () => Promise.resolve(migrations) } });
        const { error, results = [] } = await migrator.migrateToLatest();
        if (error === undefined) return results.map((result) => result.migrationName);
        const unknown = (await namesOfDone(connection)).filter((name) => !(name in migrations));
        if (unknown.length === 0) throw error;
        throw new DatabaseStartError(
            `A newer version of Patchbay has changed this database (${unknown.join(', ')}). Start that version again, or restore the backup from before the update.`
        );
    });
}

/** None where nothing has been migrated yet. */
async function namesOfDone(connection: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
        .execute(connection)
        .catch(() => ({ rows: [] }));
    return rows.map(({ name }) => name);
}

async function readMigrations(): Promise<Record<string, Migration>> {
    const files = (await readdir(FILES)).filter((file) => file.endsWith('.sql'));
    const entries = files.map(async (file): Promise<[string, Migration]> => {
        const text = await readFile(join(FILES, file), 'utf8');
        return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    });
    return Object.fromEntries(await Promise.all(entries));
}
