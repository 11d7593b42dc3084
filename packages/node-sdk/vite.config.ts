import { defineConfig } from 'vite';

export default defineConfig({
    // What customers install has no dependency: the packages of this repository are bundled.
    ssr: { noExternal: true },
    build: {
        ssr: 'src/index.ts',
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'index.js' } }
    }
});
