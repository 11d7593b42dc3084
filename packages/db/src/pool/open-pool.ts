import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseLog } from '../database-log.ts';
import { askServer, sslOf } from '../inspect-server.ts';
import { jsonReader } from '../json-columns.ts';
import type { Db } from '../schema.ts';
import { batchStatements } from './batch-statements.ts';
import { ConnectionQueue, type PoolUsage } from './connection-queue.ts';
import { StatementBatches } from './prepare.ts';
import { preparedPool, STATEMENT_TIMEOUT_MS } from './prepared-pool.ts';
import { RepeatingKysely } from './repeating-kysely.ts';
import { watchForSilence } from './silence-watch.ts';
import { getTypeParser } from './value-parsers.ts';

const DEFAULT_POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 2000;
// Most callers have a shorter time limit of their own.
const LONGEST_QUEUE_MS = 20_000;

export interface Pool {
    db: Db;
    batches: StatementBatches;
    usage(): PoolUsage;
}

/** A pool on `url`; no connection is opened yet. */
export function openPool(
    url: string,
    {
        poolSize = DEFAULT_POOL_SIZE,
        isPooled = false,
        log = () => {}
    }: { poolSize?: number | undefined; isPooled?: boolean; log?: DatabaseLog } = {}
): Pool {
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
    pool.on('error', (error) => log('database_connection_lost', { reason: error.message }));
    const queue = new ConnectionQueue(pool, { size: poolSize, standstillMs: CONNECT_TIMEOUT_MS, longestMs: LONGEST_QUEUE_MS });
    const watch = watchForSilence(
        (timeoutMs) => askServer(url, timeoutMs),
        (error) => queue.refuseAll(error)
    );
    const prepared = preparedPool(queue, watch, { arePrepared: !isPooled, readerOf: (column) => jsonReader(column, log) });
    const db = new RepeatingKysely({ dialect: new PostgresDialect({ pool: prepared }) });
    // Apart, so that no read waits for the disk.
    const batches = new StatementBatches(db, { reads: batchStatements(prepared), inserts: batchStatements(prepared) });
    return { db, batches, usage: () => queue.usage() };
}
