import { defineConfig } from 'vite';

// The server with all that it imports, in one file: to find, read and link a thousand files one by one is most of a start.
export default defineConfig({
    build: { ssr: 'src/main.ts', target: 'node24', minify: false, rolldownOptions: { output: { chunkFileNames: '[name].js' } } },
    // Loaded only where they are installed: faster parts of `ws`, `pg` and `debug`.
    ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate', 'pg-native', 'supports-color'] }
});
