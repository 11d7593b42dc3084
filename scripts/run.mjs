// The entry of all commands of the root package.json. Runs on Node 18 without dependencies, and
// installs the Node and the dependencies that the rest needs.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPortsAreFree, readAddresses } from './addresses.mjs';
import { ensureNode } from './ensure-node.mjs';
import { ensureInstalled } from './install.mjs';
import { withNodeFirst } from './npm.mjs';
import { UserError, runMain } from './user-error.mjs';
import { runInForeground, startNode } from './processes.mjs';

const server = 'apps/server/src/main.ts';

/**
 * What Node is given to run, with the root as working directory.
 * @type {Record<string, string[]>}
 */
const commands = {
    start: ['scripts/start.mjs'],
    serve: ['scripts/serve.mjs'],
    test: ['scripts/test.mjs'],
    check: ['scripts/check.mjs'],
    bench: ['scripts/bench.mjs'],
    chaos: ['e2e/chaos/chaos.ts'],
    conform: ['packages/conformance/src/conform.ts'],
    sandbox: ['apps/sandbox/src/main.ts'],
    pack: ['scripts/pack.mjs'],
    'rotate-keys': [server, 'rotate-keys'],
    freeze: [server, 'freeze'],
    unfreeze: [server, 'unfreeze'],
    backup: [server, 'backup'],
    restore: [server, 'restore'],
    restored: [server, 'restored'],
    keys: [server, 'keys'],
    invite: [server, 'invite'],
    'make-key': [server, 'make-key'],
    gen: ['packages/tooling/src/generate.ts'],
    'new-provider': ['packages/tooling/src/new-provider.ts'],
    'try-provider': ['packages/conformance/src/try-provider/try-provider.ts'],
    'release-version': ['scripts/release-version.mjs'],
    format: ['node_modules/oxfmt/bin/oxfmt']
};

await runMain(async () => {
    const [name = '', ...args] = process.argv.slice(2);
    const command = commands[name];
    if (command === undefined) throw new UserError(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
    // Before anything is installed, which takes a minute.
    if (name === 'start') await checkPortsAreFree(Object.values(readAddresses(process.env)));
    const root = dirname(dirname(fileURLToPath(import.meta.url)));
    const node = await ensureNode(root);
    await ensureInstalled(root, node);
    const { exitCode } = await runInForeground(startNode(name, [...command, ...args], { node, cwd: root, env: withNodeFirst(node) }));
    return exitCode;
});
