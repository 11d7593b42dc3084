/** The least that a server of these libraries needs in memory: it imports them, and waits. */
import { readFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { sendToParent } from './program.ts';

const root = join(import.meta.dirname, '../..');
// As the server does.
enableCompileCache(join(root, 'node_modules/.cache/patchbay'));
const names = new Set<string>();
for (const folder of ['apps/server', 'packages/contracts', 'packages/db', 'packages/oauth', 'packages/providers', 'packages/signatures']) {
    const { dependencies = {} } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
        dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) if (!name.startsWith('@patchbay/')) names.add(name);
}
const imported: unknown[] = [];
for (const name of names) imported.push(await import(name));
sendToParent(imported.length);
