import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const runner = dirname(createRequire(import.meta.url).resolve('@patchbay/runner/child'));

export default defineConfig({
    input: { bin: 'src/bin.ts', 'test-hooks': 'src/test-hooks.ts' },
    platform: 'node',
    // What developers install beside it; our own packages are in it.
    external: /^(?!@patchbay\/)[^./]/,
    plugins: [runnerPrograms()],
    output: { dir: 'dist', cleanDir: true, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
});

/** The programs of the runner stand beside the bundle, which looks for them there. */
function runnerPrograms(): Plugin {
    const own = "resolve('@patchbay/runner/child')";
    return {
        name: 'runner-programs',
        transform: {
            filter: { id: /[\\/]packages[\\/]runner[\\/]src[\\/]wall\.ts$/ },
            handler(code) {
                if (!code.includes(own)) throw new Error(`The runner no longer looks for its programs with ${own}.`);
                return code.replace(own, "resolve('./child.mjs')");
            }
        },
        writeBundle() {
            mkdirSync('dist', { recursive: true });
            for (const file of ['child.mjs', 'process.mjs', 'isolate.js', 'licenses.md'])
                copyFileSync(join(runner, file), join('dist', file));
        }
    };
}
