import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { watchAnswers } from './answer-watch.ts';
import type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { askServer, inspectServer, sslOf } from './inspect-server.ts';
import { connectionQueue } from './connection-queue.ts';
import { runDirectly } from './prepare.ts';
import { preparedPool, STATEMENT_TIMEOUT_MS } from './prepared-pool.ts';
import { RepeatingKysely } from './repeating-kysely.ts';
import { batchStatements } from './batch-statements.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

export interface Database {
    db: Db;
    /** Waits up to 5 s for statements under way, then closes; ends the embedded PostgreSQL. */
    stop(): Promise<void>;
    /** Whether PostgreSQL is our own child. */
    embedded: boolean;
    /** A connection string for pg, for connections outside the pool (LISTEN). It may hold a password. */
    url: string;
}

const CONNECT_TIMEOUT_MS = 2000;
/** Nobody waits for an answer yet, and a busy machine takes its time. */
const START_TIMEOUT_MS = 10_000;
// Beyond it most callers have given up.
const LONGEST_QUEUE_MS = 20_000;
const CLOSE_TIMEOUT_MS = 5000;
const DEFAULT_POOL_SIZE = 10;

/**
 * Opens the database: the server of `databaseUrl`, or our own PostgreSQL with its data in `dataDir`.
 * int8 arrives as a number (an error where it is not exact), timestamptz as a Date, numeric as text.
 * @throws {DatabaseStartError} when it can't be reached or started
 */
export async function openDatabase(
    from: { databaseUrl: string } | { dataDir: string },
    { poolSize = DEFAULT_POOL_SIZE, log = () => {} }: { poolSize?: number; log?: (message: string) => void } = {}
): Promise<Database> {
    if ('databaseUrl' in from) return connect(from.databaseUrl, undefined, { poolSize, log });
    const embedded = await startEmbeddedPostgres({ dataDir: from.dataDir, log });
    try {
        return await connect(connectionUrl(embedded.connection), embedded, { poolSize, log });
    } catch (error) {
        await embedded.stop();
        throw error;
    }
}

/** A connection string that pg, psql and every libpq program read; a socket's folder stands percent-encoded in the host's place. */
export function connectionUrl({ host, port, user, password, database }: PostgresConnection): string {
    const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
    return `postgresql://${encodeURIComponent(user)}${secret}@${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`;
}

async function connect(
    address: string,
    embedded: EmbeddedPostgres | undefined,
    { poolSize, log }: { poolSize: number; log: (message: string) => void }
): Promise<Database> {
    const { url, isPooled } = await inspectServer(address, { timeoutMs: START_TIMEOUT_MS, statementMs: STATEMENT_TIMEOUT_MS });
    if (isPooled)
        log(
            'database_pooler: a pooler stands before PostgreSQL, so statements are not prepared and have no time limit at the server; see docs/operating.md'
        );
    const db = openPool(url, { poolSize, isPooled, log });
    const stop = async () => {
        // A connection that is never given back must not keep the process.
        await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
        await embedded?.stop();
    };
    return { db, stop, embedded: embedded !== undefined, url };
}

/** A pool on `url`, without trying it. */
export function openPool(
    url: string,
    {
        poolSize = DEFAULT_POOL_SIZE,
        isPooled = false,
        log = () => {}
    }: { poolSize?: number; isPooled?: boolean; log?: (message: string) => void } = {}
): Db {
    const pool = new pg.Pool({
        connectionString: url,
        ...sslOf(url),
        max: poolSize,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        // A pooler refuses what it does not know, and would give the setting to others.
        ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
        keepAlive: true,
        application_name: 'patchbay',
        types: { getTypeParser }
    });
    // Unheard, it would end the process.
    pool.on('error', (error) => log(`A database connection was lost: ${error.message}`));
    const queue = connectionQueue(pool, { size: poolSize, standstillMs: CONNECT_TIMEOUT_MS, longestMs: LONGEST_QUEUE_MS });
    const watch = watchAnswers((timeoutMs) => askServer(url, timeoutMs), queue.refuseAll);
    const prepared = preparedPool(queue, watch, { arePrepared: !isPooled });
    const db = new RepeatingKysely<Schema>({ dialect: new PostgresDialect({ pool: prepared }) });
    // Apart, so that no read waits for the disk.
    runDirectly(db, { reads: batchStatements(prepared), inserts: batchStatements(prepared) });
    return db;
}

// Overloads of pg's own function: the binary format is never asked for.
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    ownParsers.get(oid) ?? pg.types.getTypeParser(oid, format === 'binary' ? 'text' : format);

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
// Known to pg, but left out of its types.
const TEXT_ARRAY: number = 1009;
const parseTimestamp: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ);
const parseTextArray: (text: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY, 'text');

/** The two besides `exactNumber` are for speed: pg's own take a fifth of the time of a read of one row. What is unusual is left to those. */
const ownParsers: ReadonlyMap<number, (text: string) => unknown> = new Map([
    [INT8, exactNumber],
    [TIMESTAMPTZ, (text) => (utc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseTimestamp(text))],
    [TEXT_ARRAY, (text) => (text === '{}' ? [] : plainList.test(text) ? text.slice(1, -1).split(',') : parseTextArray(text))]
]);

const utc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;
/** Nothing quoted, and no NULL. */
const plainList = /^\{(?!NULL[,}])[^"\\{},]+(?:,(?!NULL[,}])[^"\\{},]+)*\}$/i;

function exactNumber(text: string): number {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is too large for an exact number`);
    return value;
}
