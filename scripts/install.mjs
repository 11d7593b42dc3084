// Also runs on Node 18.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { UserError } from './user-error.mjs';

/**
 * Installs unless `node_modules` matches the lock file, this Node and this machine.
 * @param {string} root
 * @param {string} node the Node that will run what is installed
 */
export async function ensureInstalled(root, node) {
    const wanted = await fingerprint(root, node);
    if ((await stampOf(root)) === wanted) return;
    await withLock(join(root, '.tools', 'install.lock'), async () => {
        if ((await stampOf(root)) === wanted) return;
        console.log('Installing what the lock file names; the first time takes about half a minute …');
        // Building needs the development dependencies also where NODE_ENV says production.
        const isInstalled = await runNpm(['ci', '--include=dev', '--include=optional'], { node, cwd: root });
        if (!isInstalled)
            throw new UserError(
                'The packages could not be installed: npm printed the reason above. Fix it and run the same command again.'
            );
        await writeFile(stampFile(root), wanted);
    });
}

/**
 * @param {string} root
 * @param {string} node
 */
export async function fingerprint(root, node) {
    const version = node === process.execPath ? process.version : spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
    const lockFile = await readFile(join(root, 'package-lock.json'));
    return createHash('sha256').update(lockFile).update(`${version} ${process.platform} ${process.arch}`).digest('hex');
}

/**
 * Inside node_modules, so that deleting the folder installs again.
 * @param {string} root
 */
export const stampFile = (root) => join(root, 'node_modules', '.patchbay-installed');

/** @param {string} root */
const stampOf = (root) => readFile(stampFile(root), 'utf8').catch(() => undefined);
