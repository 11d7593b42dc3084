import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { connectionUrl } from './db.ts';
import { openPool } from './pool/open-pool.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { isRoot } from './unprivileged-user.ts';

export { pgbouncer, startPgBouncer } from './test-pgbouncer.ts';
export { TestNetwork } from './test-network.ts';

export interface TestDatabase {
    url: string;
    db: Db;
    /** Closes `db` and deletes the database, also while others are connected. */
    drop(): Promise<void>;
}

// In the environment, so that forked workers and the servers that a test starts find it too.
const ADDRESS = 'PATCHBAY_TEST_POSTGRES';
const TEMPLATE = 'patchbay_template';
const FOLDER_PREFIX = 'patchbay-test-';
const MEMORY = '/dev/shm';
// A container's default of 64 MB is too little.
const MIN_SPACE_BYTES = 4 * 1024 ** 3;

/**
 * One PostgreSQL for a test run, with a migrated template. Called by `vitest-global-setup.ts`, and
 * in Playwright's setup.
 */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
    await removeAbandoned();
    const dataDir = mkdtempSync(join(fastestFolder(), FOLDER_PREFIX));
    // Else PostgreSQL, which root runs as another user, couldn't enter it.
    if (isRoot()) chmodSync(dataDir, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
    const stop = async () => {
        delete process.env[ADDRESS];
        await postgres.stop();
        removeTestFolder(dataDir);
    };
    try {
        const url = connectionUrl(postgres.connection);
        await withDatabase(url, (admin) => sql`create database ${sql.id(TEMPLATE)}`.execute(admin));
        await withDatabase(databaseOn(url, TEMPLATE), migrate);
        process.env[ADDRESS] = url;
        return { url, stop };
    } catch (error) {
        await stop();
        throw error;
    }
}

/** Whether {@link startTestPostgres} has been called in this process or one of its parents. */
export function hasTestPostgres(): boolean {
    return process.env[ADDRESS] !== undefined;
}

/** A migrated, empty database of the caller's own, cloned in about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
    const address = process.env[ADDRESS];
    if (address === undefined)
        throw new Error(
            "No test PostgreSQL: put packages/db/src/vitest-global-setup.ts into vitest's globalSetup, or call startTestPostgres() first."
        );
    const name = `test_${randomBytes(8).toString('hex')}`;
    await withDatabase(address, (admin) => sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)}`.execute(admin));
    const url = databaseOn(address, name);
    const { db } = openPool(url);
    const drop = async () => {
        await db.destroy();
        await withDatabase(address, (admin) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin));
    };
    return { url, db, drop };
}

function databaseOn(url: string, name: string): string {
    return url.replace(/[^/]*$/, name);
}

async function withDatabase(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
    const { db } = openPool(url, { poolSize: 2 });
    try {
        await work(db);
    } finally {
        await db.destroy();
    }
}

/** In memory, where there is space, a database is cloned in half the time. */
function fastestFolder(): string {
    return existsSync(MEMORY) && spaceIn(MEMORY) >= MIN_SPACE_BYTES ? MEMORY : tmpdir();
}

function spaceIn(folder: string): number {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
}

/** A killed test run leaves its PostgreSQL and its folder; the next one tidies up. */
async function removeAbandoned(): Promise<void> {
    const places = [tmpdir(), MEMORY].filter((place) => existsSync(place));
    const folders = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)));
    for (const dataDir of folders.filter((each) => basename(each).startsWith(FOLDER_PREFIX))) {
        // Without a cluster it may be a run that is just starting.
        if (!existsSync(join(dataDir, 'postgres'))) continue;
        try {
            // Refused while its run is alive; else this takes over what is left of it.
            await (await startEmbeddedPostgres({ dataDir, isThrowaway: true })).stop();
        } catch {
            continue;
        }
        removeTestFolder(dataDir);
    }
}

/** With the database files, which lie elsewhere where root's temporary folder is its own. */
function removeTestFolder(dataDir: string): void {
    const files = join(dataDir, 'postgres');
    if (existsSync(files)) rmSync(realpathSync(files), { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
}
