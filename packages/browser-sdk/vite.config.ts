import { defineConfig } from 'vite';

// Two builds, because the script for `<script async>` can't share a chunk with the module. `builder` makes `vite build` run both.
const common = { target: 'es2022', minify: true, sourcemap: false, copyPublicDir: false } as const;

export default defineConfig({
    builder: {},
    environments: {
        client: {
            build: {
                ...common,
                emptyOutDir: true,
                lib: { entry: 'src/connect.ts', formats: ['iife'], name: 'PatchbayConnect', fileName: () => 'connect.js' }
            }
        },
        module: {
            consumer: 'client',
            build: {
                ...common,
                emptyOutDir: false,
                lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
                // Vite leaves the white space of ES libraries alone.
                rolldownOptions: { output: { minify: true } }
            }
        }
    }
});
