import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './database-log.ts';
import type { EmbeddedPostgres, PostgresConnection } from './embedded-postgres.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { inspectServer, type SslMode } from './inspect-server.ts';
import type { PoolUsage } from './pool/connection-queue.ts';
import { openPool } from './pool/open-pool.ts';
import { STATEMENT_TIMEOUT_MS } from './pool/prepared-pool.ts';
import type { StatementBatches } from './pool/prepare.ts';
import type { Db } from './schema.ts';

export interface Database {
    db: Db;
    /** For the statements of every request, on the same pool. */
    batches: StatementBatches;
    poolUsage(): PoolUsage;
    /** Waits up to 5 s for statements under way, then closes; ends the embedded PostgreSQL. */
    stop(): Promise<void>;
    /** Whether PostgreSQL is our own child. */
    embedded: boolean;
    /** Whether a pooler such as PgBouncer is between, which gives no connection to LISTEN on. */
    isPooled: boolean;
    /** A connection string for connections outside the pool (LISTEN). It may hold a password. */
    url: string;
}

/** At the start no request waits yet, and a busy machine is slow. */
const START_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 5000;

/**
 * Opens the database: the server of `databaseUrl`, or an embedded PostgreSQL on `dataDir`. int8 is
 * read as a number (an error where inexact), timestamptz as a Date, numeric as text.
 * @param from.sslMode of a `databaseUrl` that has no `sslmode`; `prefer` by default
 * @param options.besideServer uses the embedded PostgreSQL of a server that runs on `dataDir`
 * @throws {DatabaseStartError} when it can't be reached or started
 */
export async function openDatabase(
    from: { databaseUrl: string; sslMode?: SslMode | undefined } | { dataDir: string },
    { poolSize, log = () => {}, besideServer = false }: { poolSize?: number; log?: DatabaseLog; besideServer?: boolean } = {}
): Promise<Database> {
    if ('databaseUrl' in from) return connect(from.databaseUrl, undefined, { sslMode: from.sslMode, poolSize, log });
    const running = besideServer ? findRunningPostgres(from.dataDir) : undefined;
    if (running) return connect(connectionUrl(running), undefined, { poolSize, log });
    const embedded = await startEmbeddedPostgres({ dataDir: from.dataDir, log });
    try {
        return await connect(connectionUrl(embedded.connection), embedded, { poolSize, log });
    } catch (error) {
        await embedded.stop();
        throw error;
    }
}

/** A connection string for pg and libpq; a socket's folder is the percent-encoded host. */
export function connectionUrl({ host, port, user, password, database }: PostgresConnection): string {
    const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
    return `postgresql://${encodeURIComponent(user)}${secret}@${encodeURIComponent(host)}:${port}/${encodeURIComponent(database)}`;
}

async function connect(
    address: string,
    embedded: EmbeddedPostgres | undefined,
    { sslMode, poolSize, log }: { sslMode?: SslMode | undefined; poolSize: number | undefined; log: DatabaseLog }
): Promise<Database> {
    const { url, isPooled } = await inspectServer(address, { sslMode, timeoutMs: START_TIMEOUT_MS, statementMs: STATEMENT_TIMEOUT_MS });
    if (isPooled)
        log(
            'database_pooler: PostgreSQL is behind a pooler, so statements are not prepared and have no time limit on the server; see docs/operating.md'
        );
    const { db, batches, usage } = openPool(url, { poolSize, isPooled, log });
    const stop = async () => {
        // A connection that is never given back must not keep the process.
        await Promise.race([db.destroy(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
        await embedded?.stop();
    };
    return { db, batches, poolUsage: usage, stop, embedded: embedded !== undefined, isPooled, url };
}
