import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig({
    plugins: [react(), tailwind(), precompress()],
    base: '/dashboard/',
    // The page's CSP allows files of its origin alone: neither inline scripts nor data: assets.
    build: {
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        target: 'es2022',
        reportCompressedSize: true,
        manifest: 'manifest.json'
    }
});

/** Writes each file's Brotli form beside it; the server sends it to browsers that accept it. */
function precompress(): Plugin {
    return {
        name: 'precompress',
        async writeBundle({ dir = '' }, bundle) {
            const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
            await Promise.all(
                names.map(async (name) => {
                    const file = join(dir, name);
                    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
                })
            );
        }
    };
}
