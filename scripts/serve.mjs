// The production server alone, in the foreground.
import { nodeFlags } from '../apps/server/src/node-flags.ts';
import { build } from './build.mjs';
import { runInForeground, startNode } from './processes.mjs';
import { runMain } from './user-error.mjs';

await runMain(async () => {
    await build(process.cwd());
    return (await runInForeground(startNode('server', [...nodeFlags, 'apps/server/dist/main.js']))).exitCode;
});
