import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError, errorText } from './database-start-error.ts';
import { chownToFolderOwner } from './unprivileged-user.ts';

const SQLITE_BUSY = 5;
const OWNER_FILE = 'postgres-owner.json';

/** Who has the directory. Only for messages and tidying up: the lock alone decides. */
export interface Owner {
    pid: number;
    host: string;
    startedAt: string;
    socketDir?: string;
}

export interface DirectoryLock {
    /** What a previous owner left behind when it was killed. */
    previous: Owner | undefined;
    record(socketDir: string): void;
    release(): void;
}

// A lock dies with its SQLite handle, so it must not be garbage while the process lives.
const held = new Set<DatabaseSync>();

/**
 * Locks a data directory for this process until `release` or its end. SQLite takes the lock: the
 * kernel releases it however the process ends, keeps it while the process is stopped, and knows it
 * across containers on one volume, unlike pid files. Nothing is stored in the file.
 * @throws {DatabaseStartError} when another process has it, or the folder can't be written or
 * locked
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
    const file = join(dataDir, 'lock');
    const ownerFile = join(dataDir, OWNER_FILE);
    let handle: DatabaseSync | undefined;
    try {
        handle = new DatabaseSync(file);
        // Memory: the default would leave a journal file beside a killed owner's lock.
        handle.exec('pragma journal_mode = memory; begin exclusive');
        // By path: opening and closing the file here would release the lock (POSIX locks are per
        // process).
        chownToFolderOwner(file);
    } catch (error) {
        handle?.close();
        if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
            throw new DatabaseStartError(await inUse(dataDir, ownerFile));
        throw new DatabaseStartError(
            `The data directory ${dataDir} can't be locked (${errorText(error)}). Make it writable for this user, or point PATCHBAY_DATA_DIR at a local disk.`
        );
    }
    const lock = handle;
    held.add(lock);
    const write = (socketDir?: string) => {
        const owner: Owner = {
            pid: process.pid,
            host: hostname(),
            startedAt: startedAt(),
            ...(socketDir === undefined ? {} : { socketDir })
        };
        // Replaced as a whole, because others read it at any moment.
        writeFileSync(`${ownerFile}.new`, JSON.stringify(owner), { mode: 0o600 });
        chownToFolderOwner(`${ownerFile}.new`);
        renameSync(`${ownerFile}.new`, ownerFile);
    };
    const release = () => {
        if (!held.delete(lock)) return;
        rmSync(ownerFile, { force: true });
        lock.close();
    };
    const previous = readOwner(ownerFile);
    try {
        write();
    } catch (error) {
        release();
        throw new DatabaseStartError(
            `The data directory ${dataDir} can't be written (${errorText(error)}). Free some space or fix its permissions.`
        );
    }
    return { previous, record: write, release };
}

function startedAt(): string {
    return new Date(Date.now() - process.uptime() * 1000).toISOString();
}

function readOwner(ownerFile: string): Owner | undefined {
    try {
        const owner: unknown = JSON.parse(readFileSync(ownerFile, 'utf8'));
        if (typeof owner !== 'object' || owner === null || !('pid' in owner) || typeof owner.pid !== 'number') return undefined;
        const text = (key: string) => (key in owner ? String(Reflect.get(owner, key)) : '');
        return {
            pid: owner.pid,
            host: text('host'),
            startedAt: text('startedAt'),
            ...('socketDir' in owner ? { socketDir: text('socketDir') } : {})
        };
    } catch {
        return undefined;
    }
}

/** The program of this host that has the directory now. */
export function runningOwner(dataDir: string): Owner | undefined {
    const owner = readOwner(join(dataDir, OWNER_FILE));
    return owner && owner.host === hostname() && isAlive(owner) ? owner : undefined;
}

async function inUse(dataDir: string, ownerFile: string): Promise<string> {
    let owner = readOwner(ownerFile);
    // A new owner writes its name after it takes the lock; until then the dead one is recorded.
    for (let tries = 0; tries < 10 && !(owner && isAlive(owner)); tries += 1) {
        await sleep(50);
        owner = readOwner(ownerFile);
    }
    const who = owner ? `process ${owner.pid} on ${owner.host}, running since ${owner.startedAt}` : 'its process id is unknown';
    return `The data directory ${dataDir} is in use by another Patchbay server (${who}). Stop that one first, or give this one a directory of its own with PATCHBAY_DATA_DIR.`;
}

function isAlive(owner: Owner): boolean {
    // On another host or in another container its pid says nothing here.
    if (owner.host !== hostname()) return true;
    try {
        process.kill(owner.pid, 0);
        return true;
    } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
}
