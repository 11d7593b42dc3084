// The benchmarks, of what is built from the sources as they are now.
import { build } from './build.mjs';
import { runInForeground, startNode } from './processes.mjs';
import { runMain } from './user-error.mjs';

await runMain(async () => {
    await build(process.cwd());
    return (await runInForeground(startNode('bench', ['e2e/bench/bench.ts', ...process.argv.slice(2)]))).exitCode;
});
