import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseStartError } from './database-start-error.ts';
import type { Db } from './schema.ts';
import { packageFile } from './package-file.ts';
import { LIFT_LIMITS, LIFT_LIMITS_LOCALLY } from './pool/prepared-pool.ts';

const FILES = join(dirname(packageFile), 'migrations');
/** As a file's first line: its statements run one by one, for `create index concurrently`. */
const NO_TRANSACTION = '-- no transaction';
/** A statement that waits for a lock makes all others wait behind it. */
const LOCK_TIMEOUT_MS = 5000;
/** Its lock timed out, or servers at work locked in another order: deadlock. */
const LOCK_NOT_GRANTED = ['55P03', '40P01'];
const LOCK_TRIES = 24;
const LONGEST_PAUSE_MS = 5000;
const LOCK_POLL_MS = 200;
/** The lock of Kysely's own migrator, so that servers of every version exclude each other. */
const MIGRATION_LOCK = '3853314791062309107';

interface File {
    name: string;
    text: string;
}

interface Options {
    /** The folder of the migrations. */
    folder?: string;
    lockTimeoutMs?: number;
    /** Only these: a backup's, before its rows are put in. */
    through?: readonly string[];
    log?: (message: string) => void;
}

/**
 * Applies pending migrations under a lock, as several servers may start at once. Files run in one
 * transaction, so that an interrupted run changes nothing; those marked `-- no transaction` run
 * between two of those, and may run twice.
 * @returns the names of the migrations that ran now
 * @throws {DatabaseStartError} when a newer version made the database unusable here, or a table
 * stays locked
 * @race two servers run the same file: advisory lock, one transaction for each group of files
 */
export async function migrate(db: Db, options: Options = {}): Promise<string[]> {
    const { through } = options;
    const names = (await namesIn(options.folder ?? FILES)).filter((name) => through?.includes(name) ?? true);
    const { log = () => {} } = options;
    for (let isTold = false; (await findPending(db, names)).length > 0; isTold = true) {
        const ran = await migrateUnderLock(db, names, options);
        if (ran) return ran;
        if (!isTold) log('migration_waits: another server is migrating this database');
        // Polls: waiting for the lock would hold a snapshot, which a concurrent index build waits
        // for.
        await sleep(LOCK_POLL_MS);
    }
    return [];
}

/** @returns undefined while another server has the lock */
function migrateUnderLock(db: Db, names: string[], options: Options): Promise<string[] | undefined> {
    return db.transaction().execute(async (lock) => {
        await sql.raw(LIFT_LIMITS_LOCALLY).execute(lock);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
        const { rows } = await sql<{ isOurs: boolean }>`
            select pg_try_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)}) as "isOurs"`.execute(lock);
        if (!rows[0]?.isOurs) return undefined;
        await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
        const pending = await findPending(db, names);
        for (const group of groupsOf(await read(pending, options.folder ?? FILES))) await runGroup(db, group, options);
        return pending;
    });
}

/**
 * @throws {DatabaseStartError} when a version migrated the database that this one can't run beside
 */
async function findPending(db: Db, names: string[]): Promise<string[]> {
    const done = new Set(await namesOfDone(db));
    const pending = names.filter((name) => !done.has(name));
    const unknown = [...done].filter((name) => !names.includes(name));
    if (unknown.length === 0) return pending;
    const oldest = await oldestUsable(db);
    if (pending.length === 0 && oldest !== undefined && names.includes(oldest)) return [];
    throw new DatabaseStartError(
        `A newer version of Patchbay has changed this database (${unknown.join(', ')}). Start that version again, or restore the backup from before the update.`
    );
}

/** None where nothing has been migrated yet. */
export async function namesOfDone(db: Db): Promise<string[]> {
    if (!(await hasTable(db, 'kysely_migration'))) return [];
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
}

/** The migration that a server must know to work on this database. */
async function oldestUsable(db: Db): Promise<string | undefined> {
    if (!(await hasTable(db, 'schema_compatibility'))) return undefined;
    const { rows } = await sql<{ name: string }>`select oldest_migration as name from schema_compatibility`.execute(db);
    return rows[0]?.name;
}

async function hasTable(db: Db, name: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db);
    return rows[0]?.found === true;
}

/** Neighbours that run in one transaction; a file that runs outside of one is alone. */
function groupsOf(files: File[]): File[][] {
    const groups: File[][] = [];
    for (const file of files) {
        const last = groups.at(-1);
        if (last?.[0] && !isOutside(file) && !isOutside(last[0])) last.push(file);
        else groups.push([file]);
    }
    return groups;
}

function isOutside({ text }: File): boolean {
    return text.startsWith(`${NO_TRANSACTION}\n`);
}

async function runGroup(db: Db, group: File[], options: Options): Promise<void> {
    const { lockTimeoutMs = LOCK_TIMEOUT_MS, log = () => {} } = options;
    for (let tried = 1; ; tried += 1)
        try {
            return await (group[0] && isOutside(group[0])
                ? runOutside(db, group[0], lockTimeoutMs)
                : runInOneTransaction(db, group, lockTimeoutMs));
        } catch (error) {
            if (!(error instanceof Error && 'code' in error && LOCK_NOT_GRANTED.includes(String(error.code)))) throw error;
            if (tried === LOCK_TRIES)
                throw new DatabaseStartError(
                    'The database could not be migrated, because another program keeps one of its tables locked. Look for its transaction in pg_stat_activity, end it, and start again.'
                );
            log('migration_waits: a table that the migration changes is locked; Patchbay will retry automatically');
            await sleep(Math.min(lockTimeoutMs, LONGEST_PAUSE_MS) * (0.5 + Math.random()));
        }
}

function runInOneTransaction(db: Db, files: File[], lockTimeoutMs: number): Promise<void> {
    return db.transaction().execute(async (trx) => {
        // Changing many rows may take longer than a request may.
        await sql.raw(LIFT_LIMITS_LOCALLY).execute(trx);
        await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(trx);
        for (const file of files) {
            await sql.raw(file.text).execute(trx);
            await writeDown(trx, file);
        }
    });
}

async function runOutside(db: Db, file: File, lockTimeoutMs: number): Promise<void> {
    await db.connection().execute(async (connection) => {
        for (const statement of file.text.split(/;\s*$/m))
            if (statement.trim() !== '') await runStatement(connection, statement, lockTimeoutMs);
        await writeDown(connection, file);
    });
}

/**
 * What is done concurrently waits for as long as it must, because no request waits behind it. The
 * limits of others are set for a transaction: a pooler may give each statement another connection.
 */
async function runStatement(connection: Db, statement: string, lockTimeoutMs: number): Promise<void> {
    if (/\bconcurrently\b/i.test(statement)) {
        await sql.raw(LIFT_LIMITS).execute(connection);
        await sql.raw(statement).execute(connection);
        return;
    }
    await connection.transaction().execute(async (trx) => {
        await sql.raw(LIFT_LIMITS_LOCALLY).execute(trx);
        await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(trx);
        await sql.raw(statement).execute(trx);
    });
}

async function writeDown(db: Db, { name }: File): Promise<void> {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
}

/** The migrations of this release. */
export function namesOfMigrations(): Promise<string[]> {
    return namesIn(FILES);
}

async function namesIn(folder: string): Promise<string[]> {
    const files = await readdir(folder);
    return files
        .filter((file) => file.endsWith('.sql'))
        .map((file) => basename(file, '.sql'))
        .toSorted();
}

/** Only what is pending: most starts have nothing to run. */
function read(names: string[], folder: string): Promise<File[]> {
    return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.sql`), 'utf8') })));
}
