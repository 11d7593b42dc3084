// The benchmarks, of what is built from the sources as they are now.
import { build } from './build.mjs';
import { inForeground, startNode } from './processes.mjs';
import { runMain } from './problem.mjs';

await runMain(async () => {
    await build(process.cwd());
    return (await inForeground(startNode('bench', ['e2e/bench/bench.ts', ...process.argv.slice(2)]))).exitCode;
});
