import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import type { EnvironmentOptions, Plugin, ViteBuilder } from 'vite';

// One build per file, as a page loads one of them. Only the element imports the module.
const common = { target: 'es2022', minify: true, sourcemap: false, copyPublicDir: false, emptyOutDir: false } as const;

function moduleOf(name: string): EnvironmentOptions {
    return {
        consumer: 'client',
        build: {
            ...common,
            lib: { entry: `src/${name}.ts`, formats: ['es'], fileName: () => `${name}.js` },
            // Vite leaves the white space of ES libraries alone.
            rolldownOptions: { output: { minify: true, comments: false } }
        }
    };
}

/** The module that lies beside it, instead of a second copy. */
const besideTheModule: Plugin = {
    name: 'beside-the-module',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'element',
    resolveId: (id) => (id === './index.ts' ? { id: './index.js', external: true } : undefined)
};

async function buildAll(builder: ViteBuilder): Promise<void> {
    const hashes: Record<string, string> = {};
    for (const environment of Object.values(builder.environments)) {
        const output = [await builder.build(environment)].flat().flatMap((part) => ('output' in part ? part.output : []));
        for (const { fileName } of output) {
            const code = await readFile(join(builder.config.root, 'dist', fileName));
            hashes[fileName] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
        }
    }
    // What pages put into `integrity` when they load a file by its version.
    await writeFile(join(builder.config.root, 'dist/integrity.json'), JSON.stringify(hashes));
}

export default defineConfig({
    builder: { buildApp: buildAll },
    plugins: [besideTheModule],
    environments: {
        client: {
            build: {
                ...common,
                lib: { entry: 'src/connect.ts', formats: ['iife'], name: 'PatchbayConnect', fileName: () => 'connect.js' },
                rolldownOptions: { output: { comments: false } }
            }
        },
        module: moduleOf('index'),
        headless: moduleOf('headless'),
        element: moduleOf('element')
    }
});
