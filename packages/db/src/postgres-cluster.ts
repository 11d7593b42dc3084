import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
    accessSync,
    chmodSync,
    closeSync,
    constants,
    existsSync,
    fsyncSync,
    lstatSync,
    mkdirSync,
    openSync,
    readFileSync,
    readlinkSync,
    realpathSync,
    renameSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError, errorCode, errorText } from './database-start-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { trustedDirectory } from './trusted-directory.ts';
import { canEnter, chownTree, isRoot } from './unprivileged-user.ts';
import type { UnixUser } from './unprivileged-user.ts';

/** It takes less than a second; a disk that hangs must not hold up the start for ever. */
const INITDB_TIMEOUT_MS = 120_000;

export const SUPERUSER = 'patchbay';

// Where PostgreSQL's files go when the user it runs as can't reach the data directory.
const RELOCATED = '/var/lib/patchbay';
const isWindows = process.platform === 'win32';

/**
 * Makes the data directory if need be and checks that it can be used.
 * @throws {DatabaseStartError} naming what is wrong with it
 */
export function openDataDirectory(dataDir: string): void {
    const choose = 'or choose another directory with PATCHBAY_DATA_DIR.';
    try {
        const isNew = makeDirectory(dataDir);
        // PostgreSQL's own user has to pass through it, and no more than that.
        if (isNew && isRoot()) chmodSync(dataDir, 0o711);
        accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
        const code = errorCode(error);
        if (code === 'EEXIST' || code === 'ENOTDIR')
            throw new DatabaseStartError(`The data directory ${dataDir} is not a directory. Move that file away, ${choose}`);
        const action = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'Fix its permissions' : 'Mend that';
        throw new DatabaseStartError(
            `The data directory ${dataDir} can't be read and written (${code ?? errorText(error)}). ${action}, ${choose}`
        );
    }
}

/**
 * Node's own `recursive` never returns below a folder that takes no entries, such as /proc.
 * @returns whether it was made now
 */
function makeDirectory(path: string): boolean {
    try {
        mkdirSync(path, { mode: 0o700 });
        return true;
    } catch (error) {
        if (errorCode(error) === 'EEXIST' && statSync(path).isDirectory()) return false;
        if (errorCode(error) !== 'ENOENT' || !makeDirectory(dirname(path))) throw error;
    }
    mkdirSync(path, { mode: 0o700 });
    return true;
}

/**
 * Finds or, on the first start, makes PostgreSQL's files. Call it with the directory locked. A kill
 * at any moment leaves nothing, or a draft that the next start removes.
 * @returns the real path of PostgreSQL's files
 * @throws {DatabaseStartError}
 */
export async function openCluster(args: {
    dataDir: string;
    user: UnixUser | undefined;
    binaries: PostgresBinaries;
    isThrowaway: boolean;
    log: DatabaseLog;
}): Promise<string> {
    const { dataDir, user, binaries } = args;
    const link = join(dataDir, 'postgres');
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) await createCluster({ ...args, link });
    let pgData: string;
    let version: string;
    let ownerUid: number;
    try {
        pgData = realpathSync(link);
        version = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim();
        ownerUid = statSync(pgData).uid;
    } catch (error) {
        if (errorCode(error) === 'EACCES')
            throw new DatabaseStartError(
                `The database files in ${link} belong to another user. Start Patchbay as that user, or choose another PATCHBAY_DATA_DIR.`
            );
        throw new DatabaseStartError(
            `${link} is not a PostgreSQL database (${errorText(error)}). Move it away, or choose another PATCHBAY_DATA_DIR.`
        );
    }
    if (version !== binaries.majorVersion) {
        throw new DatabaseStartError(
            `The database in ${link} was made by PostgreSQL ${version}, and this Patchbay brings PostgreSQL ${binaries.majorVersion}. Move it with pg_dump and pg_restore, or run the Patchbay version that made it.`
        );
    }
    if (user) {
        // Files restored by root from a backup.
        if (ownerUid === 0) chownTree(pgData, user);
        if (!canEnter(user, pgData))
            throw new DatabaseStartError(
                `PostgreSQL runs as user ${user.uid}, who can't enter ${pgData}. Allow passage through its parent folders (chmod a+x), or start Patchbay as an ordinary user.`
            );
    } else if (!isWindows && ownerUid !== process.getuid?.()) {
        throw new DatabaseStartError(
            `The database files in ${link} belong to user ${ownerUid}. Start Patchbay as that user, or choose another PATCHBAY_DATA_DIR.`
        );
    }
    return pgData;
}

async function createCluster({
    dataDir,
    user,
    binaries,
    isThrowaway,
    log,
    link
}: Parameters<typeof openCluster>[0] & { link: string }): Promise<void> {
    const draft = `${link}.new`;
    discardDraft(draft);
    try {
        let target = draft;
        if (user && !canEnter(user, dataDir)) {
            target = join(trustedDirectory(RELOCATED), randomBytes(8).toString('hex'));
            // Linked before it exists, so that a killed start leaves a trace to clean up by.
            symlinkSync(target, draft);
            log('postgres_files_relocated: they are in a directory of its own', {
                file: target,
                reason: `PostgreSQL's user can't read ${dataDir}; ${link} is a link.`
            });
        }
        mkdirSync(target, { mode: 0o700 });
        if (user) chownTree(target, user);
        await initdb({ dataDir, target, user, binaries, isThrowaway });
        renameSync(draft, link);
        if (!isWindows) syncDirectory(dataDir);
    } catch (error) {
        discardDraft(draft);
        if (error instanceof DatabaseStartError) throw error;
        throw new DatabaseStartError(
            `The database can't be created in ${dataDir} (${errorText(error)}). Free some space or fix its permissions, or choose another PATCHBAY_DATA_DIR.`
        );
    }
}

async function initdb({
    dataDir,
    target,
    user,
    binaries,
    isThrowaway
}: {
    dataDir: string;
    target: string;
    user: UnixUser | undefined;
    binaries: PostgresBinaries;
    isThrowaway: boolean;
}) {
    // Only the owner can open the socket, so no password. Windows has TCP only (not tested by us).
    const access = isWindows ? ['--auth=scram-sha-256', `--pwfile=${makePassword(dataDir)}`] : ['--auth-local=trust', '--auth-host=reject'];
    const options = [
        '-D',
        target,
        '-U',
        SUPERUSER,
        '-E',
        'UTF8',
        '--locale=C',
        '--no-instructions',
        ...access,
        ...(isThrowaway ? ['--no-sync'] : [])
    ];
    try {
        await promisify(execFile)(join(binaries.bin, 'initdb'), options, {
            ...user,
            cwd: isWindows ? target : '/',
            env: postgresEnv(),
            timeout: INITDB_TIMEOUT_MS
        });
    } catch (error) {
        const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
        const reason = said.split('\n').find((line) => /error|fatal/i.test(line)) ?? errorText(error);
        throw new DatabaseStartError(
            `PostgreSQL can't create its files in ${target} (${reason.trim()}). Free some space or fix its permissions, or choose another PATCHBAY_DATA_DIR.`
        );
    }
}

/** Only what PostgreSQL needs: ours has encryption keys, and PG… variables change its behaviour. */
export function postgresEnv(): NodeJS.ProcessEnv {
    const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
    for (const name of isWindows ? ['SystemRoot', 'PATH', 'TEMP'] : []) env[name] = process.env[name];
    return env;
}

/** Removes what a killed first start left, including the files that a draft link points to. */
function discardDraft(draft: string): void {
    const entry = lstatSync(draft, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) {
        const target = readlinkSync(draft);
        if (isRoot() && dirname(target) === RELOCATED) rmSync(target, { recursive: true, force: true });
    }
    rmSync(draft, { recursive: true, force: true });
}

function syncDirectory(path: string): void {
    const handle = openSync(path, 'r');
    try {
        fsyncSync(handle);
    } finally {
        closeSync(handle);
    }
}

function makePassword(dataDir: string): string {
    const file = join(dataDir, 'postgres-password');
    if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
    return file;
}

/** The password that {@link openCluster} made; only Windows has one. */
export function readPassword(dataDir: string): string {
    return readFileSync(join(dataDir, 'postgres-password'), 'utf8');
}
