// The production server alone, in the foreground.
import { build } from './build.mjs';
import { inForeground, startNode } from './processes.mjs';
import { runMain } from './problem.mjs';

await runMain(async () => {
    await build(process.cwd());
    // Anyone who may signal the process could otherwise open its inspector, and read every secret.
    return (await inForeground(startNode('server', ['--disable-sigusr1', 'apps/server/src/main.ts']))).exitCode;
});
