import { defineConfig } from 'vite';

// The server with all its imports in one file: reading a thousand files is most of a start.
export default defineConfig({
    build: {
        ssr: 'src/main.ts',
        target: 'node24',
        minify: false,
        license: { fileName: 'licenses.md' },
        rolldownOptions: { output: { chunkFileNames: '[name].js' } }
    },
    // Loaded only where they are installed: faster parts of `ws`, `pg` and `debug`.
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'pg-native', 'supports-color'] }
});
