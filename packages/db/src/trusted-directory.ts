import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes or accepts a folder that only root can write, for what root runs or keeps. In a shared
 * folder such as /var/tmp another user could have made it first.
 * @throws if it exists and isn't root's alone, or can't be made
 */
export function trustedDirectory(path: string): string {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const folder = lstatSync(path);
    if (!folder.isDirectory() || folder.uid !== 0 || (folder.mode & 0o022) !== 0) throw new Error(`${path} doesn't belong to root alone.`);
    const parent = statSync(dirname(path));
    const isSticky = (parent.mode & 0o1000) !== 0;
    if (parent.uid !== 0 || ((parent.mode & 0o022) !== 0 && !isSticky))
        throw new Error(`${dirname(path)} lets others replace what is in it.`);
    // A strict umask would lock out the user that root runs PostgreSQL as.
    chmodSync(path, 0o755);
    return path;
}
