import { defineConfig } from 'rolldown';

/** In one file, because Node takes no types out of what is below `node_modules`. */
export default defineConfig({
    input: { child: 'src/child.ts' },
    platform: 'node',
    // With its binding, which is a file for each platform.
    external: [/^rolldown(?:\/|$)/],
    output: { dir: 'dist', entryFileNames: '[name].mjs', format: 'esm', codeSplitting: false }
});
