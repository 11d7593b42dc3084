import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Of which there is one everywhere, and which nothing is started from. */
const places = ['/sys', '/mnt', '/srv'];
/** With the loader and the libraries that programs are linked with. */
const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store'];

interface Rooted {
    /** Besides Node and the libraries. */
    files: readonly string[];
    /** In front of Node, in the new root. */
    command: readonly string[];
    findProgram(name: string): string | undefined;
}

/**
 * A command that makes a root of libraries, these files and Node, all of them read-only, and
 * starts what follows in it. For namespaces of mounts and processes of their own.
 * @returns undefined where there are not the programs for it
 */
export function rootedIn({ files: given, command, findProgram }: Rooted): string[] | undefined {
    const [shell, mount, mkdir, ln, env, chroot] = ['sh', 'mount', 'mkdir', 'ln', 'env', 'chroot'].map(findProgram);
    const root = places.find((place) => existsSync(place));
    if (!shell || !mount || !mkdir || !ln || !env || !chroot || !root) return undefined;
    const folders = libraries.filter((path) => existsSync(path) && !isLink(path));
    const links = libraries.filter((path) => existsSync(path) && isLink(path));
    // A file in one of the folders is there with it.
    const files = [...new Set([process.execPath, ...given])].filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`)));
    const at = (path: string) => quoted(root + path);
    const readOnly = (target: string) => `${mount} -o remount,bind,ro,nosuid,nodev ${target}`;
    const script = [
        `${mount} -t tmpfs -o size=64k,mode=755 none ${quoted(root)}`,
        `${mkdir} -p ${['/proc', '/usr', ...folders, ...files.map(dirname)].map(at).join(' ')}`,
        ...links.map((path) => `${ln} -s ${quoted(readlinkSync(path))} ${at(path)}`),
        ...files.map((path) => `: > ${at(path)}`),
        ...[...folders, ...files].flatMap((path) => [`${mount} --bind ${quoted(realpathSync(path))} ${at(path)}`, readOnly(at(path))]),
        // Some containers keep theirs covered, and then there is none: only memory can't be read.
        `${mount} -t proc proc ${at('/proc')} 2>&- || :`,
        readOnly(quoted(root)),
        // The shell adds variables of its own.
        `exec ${env} -i ${chroot} ${quoted(root)} ${command.map(quoted).join(' ')} "$@"`
    ];
    return [shell, '-ec', script.join('\n'), shell];
}

const isLink = (path: string) => lstatSync(path).isSymbolicLink();
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
