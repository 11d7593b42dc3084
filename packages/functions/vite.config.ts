import { defineConfig } from 'vite';

export default defineConfig({
    build: {
        ssr: true,
        target: 'node20',
        rolldownOptions: {
            input: { index: 'src/index.ts', describe: 'src/describe.ts', testing: 'src/testing/testing.ts' },
            // Each project has its own.
            external: /^zod(?:\/|$)/,
            output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
        }
    }
});
