import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import type { Hello } from './frame-from-child.ts';

/**
 * `full`: no network, no files, no other processes, by the kernel. `permission`: no files and no
 * programs, by Node. `isolate-only`: V8 alone.
 */
export type WallLevel = 'full' | 'permission' | 'isolate-only' | 'unavailable';

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

/** The built programs. */
export function findPrograms(): { child: string; runtime: string } {
    const child = realpathSync(here.resolve('@patchbay/runner/child'));
    return { child, runtime: join(dirname(child), 'isolate.js') };
}

/** The ways to start a child, the strictest first; which of them work is only known by trying. */
export function launches(child: string, readable: readonly string[]): Launch[] {
    const node = [process.execPath, '--disable-warning=SecurityWarning', '--disable-sigusr1'];
    const permitted = [...node, '--permission', '--allow-addons', ...[child, ...readable].map((file) => `--allow-fs-read=${file}`)];
    const lines = [...namespaces().map((wall) => [...wall, ...permitted]), permitted, node];
    return lines.map(([command = '', ...args]) => ({ command, args: [...args, child] }));
}

/** With util-linux: a network, processes and files of their own, no capability, few files. */
function namespaces(): string[][] {
    const [unshare, setpriv, prlimit] = ['unshare', 'setpriv', 'prlimit'].map(findProgram);
    if (!unshare || !setpriv || !prlimit) return [];
    const isRoot = process.getuid?.() === 0;
    // Without it a child would outlive a server that is killed while the child does not listen.
    const diesWithServer = [setpriv, '--pdeathsig', 'KILL', '--'];
    const user = isRoot ? [] : ['--user', '--map-root-user'];
    const ids = isRoot ? [`--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--clear-groups'] : [];
    const powerless = [setpriv, ...ids, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
    const limited = [prlimit, `--nofile=${MOST_FILES}:${MOST_FILES}`, '--core=0:0', '--'];
    return [['--mount-proc'], []].map((proc) => [
        ...diesWithServer,
        unshare,
        ...user,
        '--net',
        '--pid',
        '--ipc',
        ...proc,
        '--fork',
        '--kill-child',
        '--',
        ...powerless,
        ...limited
    ]);
}

function findProgram(name: string): string | undefined {
    const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/bin', '/sbin'];
    return process.platform === 'linux' ? folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) : undefined;
}

/** What a child saw that was started in such a way. */
export function levelOf({ network, pid, permissions, environment }: Hello): WallLevel {
    if (!permissions) return 'isolate-only';
    return !network && pid === 1 && environment === 0 ? 'full' : 'permission';
}
