import { chownSync, existsSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError, errorText } from './database-start-error.ts';
import { lockDirectory, runningOwner } from './directory-lock.ts';
import { freePort } from './free-port.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { openCluster, openDataDirectory, readPassword, SUPERUSER } from './postgres-cluster.ts';
import type { Postmaster } from './postmaster.ts';
import { startPostmaster, stopOrphan } from './postmaster.ts';
import type { UnixUser } from './unprivileged-user.ts';
import { canEnter, postgresUser } from './unprivileged-user.ts';

export interface PostgresConnection {
    /** Folder of the unix socket; an address on Windows. */
    host: string;
    port: number;
    user: string;
    database: string;
    password?: string;
}

export interface EmbeddedPostgres {
    connection: PostgresConnection;
    /**
     * Stops PostgreSQL and releases the data directory. Close connections first; open ones are cut.
     */
    stop(): Promise<void>;
}

const PORT = 5432;
const SOCKET_DIR_PREFIX = 'patchbay-';
// The address of a unix socket holds 104 bytes on macOS (108 on Linux), file name included.
const MAX_SOCKET_DIR_BYTES = 85;
const RESTART_DELAY_MAX_MS = 5000;
const isWindows = process.platform === 'win32';

const settings = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Plans made while a table was small are slow until it is analyzed; the default is a minute.
    autovacuum_naptime: '5s',
    timezone: 'UTC',
    lc_messages: 'C',
    // "log" ranks above "error": failed statements, which may quote customers' data, are not
    // logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    logging_collector: 'off'
};
// Nothing has to survive a crash of the machine.
const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * Starts a PostgreSQL on `dataDir`; the first start creates it (about 0.6 s; later ones 0.05 s). It
 * listens only on a unix socket of this user (and root), and is restarted when it ends. A second
 * server on the directory is refused; what a killed one left is taken over.
 * @param options.isThrowaway for tests: fast, and lost when the machine crashes
 * @throws {DatabaseStartError} with a sentence that names the remedy
 */
export async function startEmbeddedPostgres(options: {
    dataDir: string;
    log?: DatabaseLog;
    isThrowaway?: boolean;
}): Promise<EmbeddedPostgres> {
    const { log = () => {}, isThrowaway = false } = options;
    const dataDir = resolve(options.dataDir);
    openDataDirectory(dataDir);
    const lock = await lockDirectory(dataDir);
    let socketDir: string | undefined;
    try {
        if (lock.previous?.socketDir !== undefined) removeSocketDir(lock.previous.socketDir);
        const user = postgresUser(join(dataDir, 'postgres'));
        const binaries = findPostgresBinaries(user, log);
        const pgData = await openCluster({ dataDir, user, binaries, isThrowaway, log });
        await stopOrphan({ binaries, pgData, user }, log);
        const connection: PostgresConnection = isWindows
            ? { host: '127.0.0.1', port: await freePort(), user: SUPERUSER, database: 'postgres', password: readPassword(dataDir) }
            : { host: makeSocketDir(user), port: PORT, user: SUPERUSER, database: 'postgres' };
        if (!isWindows) {
            socketDir = connection.host;
            lock.record(socketDir);
        }
        const listen = isWindows
            ? { listen_addresses: connection.host }
            : { listen_addresses: '', unix_socket_directories: connection.host, unix_socket_permissions: '0700' };
        const postgres = await keepRunning({
            start: () =>
                startPostmaster({
                    binaries,
                    pgData,
                    user,
                    logFile: join(dataDir, 'postgres.log'),
                    settings: { ...settings, ...(isThrowaway ? throwawaySettings : {}), ...listen, port: String(connection.port) }
                }),
            log
        });
        return {
            connection,
            stop: async () => {
                await postgres.stop();
                if (socketDir !== undefined) removeSocketDir(socketDir);
                lock.release();
            }
        };
    } catch (error) {
        if (socketDir !== undefined) removeSocketDir(socketDir);
        lock.release();
        throw error;
    }
}

/** The PostgreSQL that a running server has on this directory; undefined where none runs here. */
export function findRunningPostgres(dataDir: string): PostgresConnection | undefined {
    const socketDir = runningOwner(resolve(dataDir))?.socketDir;
    if (socketDir === undefined || !existsSync(join(socketDir, `.s.PGSQL.${PORT}`))) return undefined;
    return { host: socketDir, port: PORT, user: SUPERUSER, database: 'postgres' };
}

/** Starts PostgreSQL, and restarts it when it ends by itself (killed for lack of memory, say). */
async function keepRunning({ start, log }: { start: () => Promise<Postmaster>; log: DatabaseLog }): Promise<{ stop(): Promise<void> }> {
    const stopping = new AbortController();
    let current = await start();
    // An uncaught error or process.exit() skips stop(); here only a signal can be sent.
    const onExit = () => {
        try {
            process.kill(current.pid, 'SIGINT');
        } catch {
            // It has ended already.
        }
    };
    process.on('exit', onExit);
    const watching = (async () => {
        for (;;) {
            await current.exited;
            for (let delayMs = 100; !stopping.signal.aborted; delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS)) {
                log('postgres_exited: the embedded PostgreSQL ended unexpectedly and is restarted');
                try {
                    current = await start();
                    break;
                } catch (error) {
                    log('postgres_restart_failed', { reason: errorText(error) });
                    await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
                }
            }
            if (stopping.signal.aborted) return;
        }
    })();
    return {
        stop: async () => {
            stopping.abort();
            await current.stop();
            await watching;
            // The one that may just have been on its way up.
            await current.stop();
            process.off('exit', onExit);
        }
    };
}

function makeSocketDir(user: UnixUser | undefined): string {
    const place = [tmpdir(), '/tmp', '/var/tmp'].find(
        (path) => Buffer.byteLength(path) + SOCKET_DIR_PREFIX.length + 7 <= MAX_SOCKET_DIR_BYTES && (!user || canEnter(user, path))
    );
    if (place === undefined)
        throw new DatabaseStartError(
            `There is no temporary folder for PostgreSQL's socket. Set TMPDIR to one with a path shorter than ${MAX_SOCKET_DIR_BYTES - 20} characters.`
        );
    let socketDir: string;
    try {
        socketDir = mkdtempSync(join(place, SOCKET_DIR_PREFIX));
    } catch (error) {
        throw new DatabaseStartError(`The temporary folder ${place} can't be written (${errorText(error)}). Set TMPDIR to one that can.`);
    }
    if (user) chownSync(socketDir, user.uid, user.gid);
    return socketDir;
}

/** Removes only PostgreSQL's own files: root must not delete a tree because a file names it. */
function removeSocketDir(socketDir: string): void {
    if (!basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) return;
    try {
        for (const name of [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`]) rmSync(join(socketDir, name), { force: true });
        rmdirSync(socketDir);
    } catch {
        // Removed already, or not empty.
    }
}
