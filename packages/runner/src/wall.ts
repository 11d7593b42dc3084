import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { rootedIn } from './own-root.ts';
import type { Hello } from './frame-from-child.ts';

/**
 * `full`: no network, no files, no sockets and no other processes, by the kernel. `permission`: no
 * files and no programs, by Node. `isolate-only`: V8 alone.
 */
export type WallLevel = 'full' | 'permission' | 'isolate-only' | 'unavailable';

/** What is around a child. */
export interface Wall {
    /** In front of Node. */
    programs: readonly string[];
    /** Whether they make a root of its own, without which it reached Unix sockets. */
    hasRoot: boolean;
    /** Whether Node's permissions are on. */
    isPermitted: boolean;
}

/** A way to start children. */
export interface Launch {
    command: string;
    args: readonly string[];
}

const here = createRequire(import.meta.url);
const UNPRIVILEGED = 65_534;
/** It needs some 25; a child opens none for functions. */
const MOST_FILES = 64;

/** @throws {Error} where there is no build of isolated-vm for this platform and Node */
export function findAddon(): string {
    const entry = here.resolve('isolated-vm');
    // It has no types.
    const { path } = createRequire(entry)('node-gyp-build') as { path(folder: string): string };
    return realpathSync(path(dirname(entry)));
}

/** The built programs; `process` runs one function in its own realm. */
export function findPrograms(): { child: string; runtime: string; process: string } {
    const child = realpathSync(here.resolve('@patchbay/runner/child'));
    return { child, runtime: join(dirname(child), 'isolate.js'), process: join(dirname(child), 'process.mjs') };
}

/**
 * The strictest first; which of them work is only known by trying.
 * @param files that a child reads
 */
export function walls(files: readonly string[]): Wall[] {
    const rooted = rootedWall(files);
    return [
        ...(rooted ? [rooted] : []),
        ...namespaces().map((programs) => ({ programs, hasRoot: false, isPermitted: true })),
        { programs: [], hasRoot: false, isPermitted: true },
        { programs: [], hasRoot: false, isPermitted: false }
    ];
}

interface Program {
    file: string;
    readable?: readonly string[];
    options?: readonly string[];
}

function launchIn({ programs, isPermitted }: Wall, { file, readable = [], options = [] }: Program): Launch {
    const permissions = ['--permission', ...[file, ...readable].map((each) => `--allow-fs-read=${each}`)];
    const node = [process.execPath, '--disable-warning=SecurityWarning', '--disable-sigusr1', ...(isPermitted ? permissions : [])];
    const [command, ...args] = [...programs, ...node, ...options, file];
    return { command, args };
}

/** With the addon, which Node's permissions would keep from being loaded. */
export const launchOfIsolates = (wall: Wall, file: string, readable: readonly string[]): Launch =>
    launchIn(wall, { file, readable, options: wall.isPermitted ? ['--allow-addons'] : [] });

/** @param heapMb above which V8 ends the process */
export const launchOfProcess = (wall: Wall, file: string, heapMb: number): Launch =>
    launchIn(wall, { file, options: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4', '--no-addons', '--no-warnings'] });

/**
 * The one that a full wall is made of.
 * @param files that a child reads
 * @returns undefined where there are not the programs for it
 */
export function rootedWall(files: readonly string[]): Wall | undefined {
    const tools = findTools();
    if (!tools) return undefined;
    const root = rootedIn({ files: [...files, tools.setpriv], command: powerless(tools), findProgram });
    return root && { programs: [...inNamespaces(tools, ['--mount']), ...limited(tools), ...root], hasRoot: true, isPermitted: true };
}

/** With util-linux: a network, processes and files of their own, no capability, few files. */
function namespaces(): string[][] {
    const tools = findTools();
    return tools ? [['--mount-proc'], []].map((proc) => [...inNamespaces(tools, proc), ...powerless(tools), ...limited(tools)]) : [];
}

type Tools = Record<'unshare' | 'setpriv' | 'prlimit', string>;

function findTools(): Tools | undefined {
    const [unshare, setpriv, prlimit] = ['unshare', 'setpriv', 'prlimit'].map(findProgram);
    return unshare && setpriv && prlimit ? { unshare, setpriv, prlimit } : undefined;
}

const isRoot = () => process.getuid?.() === 0;

function inNamespaces({ unshare, setpriv }: Tools, more: readonly string[]): string[] {
    // Without it a child would outlive a server that is killed while the child does not listen.
    const diesWithServer = [setpriv, '--pdeathsig', 'KILL', '--'];
    const user = isRoot() ? [] : ['--user', '--map-root-user'];
    return [...diesWithServer, unshare, ...user, '--net', '--pid', '--ipc', '--uts', ...more, '--fork', '--kill-child', '--'];
}

function powerless({ setpriv }: Tools): string[] {
    const ids = isRoot() ? [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups'] : [];
    return [setpriv, ...ids, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
}

const limited = ({ prlimit }: Tools): string[] => [prlimit, `--nofile=${MOST_FILES}:${MOST_FILES}`, '--core=0:0', '--'];

function findProgram(name: string): string | undefined {
    const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/bin', '/sbin'];
    return process.platform === 'linux' ? folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) : undefined;
}

/** @param seen by a child that was started behind it */
export function levelOf({ hasRoot }: Pick<Wall, 'hasRoot'>, { network, pid, permissions, environment }: Hello): WallLevel {
    if (!permissions) return 'isolate-only';
    return hasRoot && !network && pid === 1 && environment === 0 ? 'full' : 'permission';
}
