import { defineConfig } from 'vite';

export default defineConfig({
    // Also where NODE_ENV says something else: React's own production build has no such runtime.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
        target: 'es2022',
        copyPublicDir: false,
        lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
        rolldownOptions: {
            external: /^(?:@patchbay\/connect|react)(?:\/|$)/,
            // For frameworks with server components: these need a browser, and say so themselves.
            output: { banner: "'use client';", minify: true, comments: false }
        }
    }
});
