import { spawnSync } from 'node:child_process';
import { chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** PostgreSQL refuses to run as root, so root runs it as this user. */
export interface UnixUser {
    uid: number;
    gid: number;
}

// Every Linux distribution has this user: initdb needs one from the user database.
const NOBODY: UnixUser = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
    return process.getuid?.() === 0;
}

/**
 * The user that PostgreSQL runs as; `undefined`: this one. Files of an ordinary user are served as
 * that user, so that one `sudo` doesn't lock them out.
 */
export function postgresUser(pgData: string): UnixUser | undefined {
    if (!isRoot()) return undefined;
    const owner = statSync(pgData, { throwIfNoEntry: false });
    return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

/** Asks the kernel rather than reading mode bits, which know nothing of ACLs and mounts. */
export function canEnter(user: UnixUser, directory: string): boolean {
    return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], { ...user, cwd: '/', env: {} }).status === 0;
}

/** Gives a whole tree to `user`, without following links out of it. */
export function chownTree(path: string, user: UnixUser): void {
    lchownSync(path, user.uid, user.gid);
    if (!lstatSync(path).isDirectory()) return;
    for (const name of readdirSync(path)) chownTree(join(path, name), user);
}

/** A file that root wrote must stay usable for the ordinary user who owns the folder it lies in. */
export function chownToFolderOwner(file: string): void {
    if (!isRoot()) return;
    const owner = statSync(dirname(file));
    chownSync(file, owner.uid, owner.gid);
}
