// The production server alone, in the foreground.
import { build } from './build.mjs';
import { inForeground, startNode } from './processes.mjs';
import { runMain } from './problem.mjs';

await runMain(async () => {
    await build(process.cwd());
    return (await inForeground(startNode('server', ['apps/server/src/main.ts']))).exitCode;
});
