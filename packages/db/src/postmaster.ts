import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError } from './database-start-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresEnv } from './postgres-cluster.ts';
import type { UnixUser } from './unprivileged-user.ts';
import { chownToFolderOwner } from './unprivileged-user.ts';

/** A running `postgres`, the parent of all its backends. */
export interface Postmaster {
    pid: number;
    exited: Promise<void>;
    /** Ends it and waits. Running statements are cancelled, committed data is on disk. */
    stop(): Promise<void>;
}

interface Postgres {
    binaries: PostgresBinaries;
    pgData: string;
    user: UnixUser | undefined;
}

// Crash recovery replays at most max_wal_size (1 GB): seconds, but a slow disk may need far longer.
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
const LOG_LIMIT_BYTES = 4 * 1024 * 1024;
const isWindows = process.platform === 'win32';

/**
 * Starts PostgreSQL and waits until it accepts connections.
 * @param args.settings server settings by name, as on its command line
 * @throws {DatabaseStartError} with PostgreSQL's own last words
 */
export async function startPostmaster({
    binaries,
    pgData,
    user,
    settings,
    logFile
}: Postgres & { settings: Record<string, string>; logFile: string }): Promise<Postmaster> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
        // After a crash another process may have the recorded pid, and PostgreSQL would wait for
        // it. Named as grandparent, it is ignored; the check of a live server's shared memory
        // remains.
        const stalePid = readPidFile(pgData)?.pid;
        const env = { ...postgresEnv(), ...(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) };
        const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        const logged = openLog(logFile);
        // Its own process group: Ctrl-C in the terminal must reach PostgreSQL only through us.
        const child = spawn(join(binaries.bin, 'postgres'), ['-D', pgData, ...flags], {
            ...user,
            cwd: pgData,
            env,
            detached: !isWindows,
            stdio: ['ignore', logged.handle, logged.handle]
        });
        closeSync(logged.handle);
        let hasExited = false;
        const exited = Promise.race([once(child, 'exit'), once(child, 'error')]).then(
            () => void (hasExited = true),
            () => void (hasExited = true)
        );
        const { pid } = child;
        if (pid !== undefined && (await becameReady({ pid, pgData, deadline, hasExited: () => hasExited }))) {
            const logLimiter = setInterval(() => limitLog(logFile), 10_000).unref();
            void exited.then(() => clearInterval(logLimiter));
            // It must not keep alive a script that forgot to stop it.
            child.unref();
            const stop = async () => {
                child.ref();
                if (!hasExited) await stopProcess({ binaries, pgData, user }, pid, () => hasExited);
                await exited;
            };
            return { pid, exited, stop };
        }
        if (!hasExited && pid !== undefined) {
            child.kill('SIGKILL');
            throw new DatabaseStartError(`PostgreSQL did not become ready within ${START_TIMEOUT_MS / 1000} s. Its log is ${logFile}.`);
        }
        const words = readFileSync(logFile, 'utf8').slice(logged.from);
        // Backends of a killed server end a moment later and hold its shared memory until then.
        if (/pre-existing shared memory block/.test(words) && Date.now() < deadline) {
            await sleep(200);
            continue;
        }
        throw new DatabaseStartError(`PostgreSQL does not start (${lastWords(words)}). Its log is ${logFile}.`);
    }
}

async function becameReady(of: { pid: number; pgData: string; deadline: number; hasExited: () => boolean }): Promise<boolean> {
    for (; !of.hasExited() && Date.now() < of.deadline; await sleep(POLL_MS)) {
        const status = readPidFile(of.pgData);
        if (status?.pid === of.pid && status.isReady) return true;
    }
    return false;
}

/** Stops the server that a killed owner left running. Call it with the data directory locked. */
export async function stopOrphan(postgres: Postgres, log: DatabaseLog): Promise<void> {
    const recorded = readPidFile(postgres.pgData);
    if (!recorded) return;
    if (isWindows) {
        pgCtlStop(postgres);
        return;
    }
    const isRunning = () => commandOf(recorded.pid).includes(postgres.pgData);
    if (!isRunning()) return;
    log('postgres_orphan_found: it is stopped', { reason: `The server that started PostgreSQL (process ${recorded.pid}) was killed.` });
    await stopProcess(postgres, recorded.pid, () => !isRunning());
}

async function stopProcess(postgres: Postgres, pid: number, isGone: () => boolean): Promise<void> {
    if (isWindows) {
        pgCtlStop(postgres);
        return;
    }
    // https://www.postgresql.org/docs/18/server-shutdown.html: fast, then immediate, then SIGKILL.
    for (const [signal, timeoutMs] of [
        ['SIGINT', STOP_TIMEOUT_MS],
        ['SIGQUIT', 5000],
        ['SIGKILL', 5000]
    ] as const) {
        try {
            process.kill(pid, signal);
        } catch {
            return; // It ended by itself.
        }
        for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(POLL_MS)) if (isGone()) return;
    }
}

/** Windows has no signals; not tested by us. */
function pgCtlStop({ binaries, pgData }: Postgres): void {
    spawnSync(join(binaries.bin, 'pg_ctl'), ['stop', '-D', pgData, '-m', 'fast', '-w', '-t', String(STOP_TIMEOUT_MS / 1000)], {
        env: postgresEnv()
    });
}

/**
 * https://www.postgresql.org/docs/18/storage-file-layout.html: line 1 is the pid, line 8 the state.
 */
function readPidFile(pgData: string): { pid: number; isReady: boolean } | undefined {
    try {
        const lines = readFileSync(join(pgData, 'postmaster.pid'), 'utf8').split('\n');
        const pid = Number(lines[0]);
        return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
    } catch {
        return undefined;
    }
}

/** Program and arguments of a process; none for a dead one and for a zombie. */
function commandOf(pid: number): string[] {
    if (process.platform !== 'linux') {
        const commands = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
        return /\bpostgres -D (.*?) -c /.exec(commands)?.slice(1) ?? [];
    }
    try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
        return [];
    }
}

/** A file rather than a pipe: it keeps working for a server that outlives us. */
function openLog(logFile: string): { handle: number; from: number } {
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
    const handle = openSync(logFile, 'a', 0o600);
    chownToFolderOwner(logFile);
    return { handle, from: readFileSync(logFile, 'utf8').length };
}

function limitLog(logFile: string): void {
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) <= LOG_LIMIT_BYTES) return;
    copyFileSync(logFile, `${logFile}.1`);
    // PostgreSQL appends, so it goes on at the new end.
    truncateSync(logFile);
}

function lastWords(text: string): string {
    const lines = text.trim().split('\n');
    const line = lines.findLast((entry) => /FATAL|PANIC|error/.test(entry)) ?? lines.at(-1) ?? '';
    return line.replace(/^.*?(?:FATAL|PANIC):\s*/, '') || 'it gave no reason';
}
