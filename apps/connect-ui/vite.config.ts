import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { cataloguesWithoutKeys } from './catalogues-without-keys.ts';

const target = 'es2022';

export default defineConfig({
    plugins: [react(), cataloguesWithoutKeys(), plainImports(), firstPaint(), precompress(), listModules()],
    base: '/ui/',
    // The page's CSP allows scripts from files, and the inline one by its hash. Assets inlined as
    // data: are neither, nor is the polyfill.
    build: { modulePreload: false, cssCodeSplit: false, assetsInlineLimit: 0, target, reportCompressedSize: true }
});

/**
 * Puts `host/inline.ts` into the page itself, and the stylesheet behind the skeleton, which does
 * not need it.
 */
function firstPaint(): Plugin {
    return {
        name: 'first-paint',
        transformIndexHtml: {
            order: 'post',
            async handler(html) {
                const [stylesheet = ''] = html.match(/<link rel="stylesheet"[^>]*>/) ?? [];
                const script = `<script>${await bundled('src/host/inline.ts')}</script>`;
                return (
                    html
                        // Indented in the source only: the page has a size budget.
                        .replaceAll(/\s+(?=<|\/?>)/g, '')
                        // Added beside each color-scheme for light-dark(), which nothing here uses.
                        .replaceAll(/--lightningcss-(?:light|dark):[^;}]*;?/g, '')
                        .replaceAll('@media (prefers-color-scheme:dark){:root{}}', '')
                        .replace(stylesheet, '')
                        .replace('</noscript>', () => `</noscript>${stylesheet}`)
                        .replace('</style>', () => `</style>${script}`)
                );
            }
        }
    };
}

/**
 * Leaves out what Vite wraps each `import()` in, to load its stylesheets first: there is one for
 * all, which the page names.
 */
function plainImports(): Plugin {
    return {
        name: 'plain-imports',
        enforce: 'pre',
        load: { filter: { id: /^\0vite\/preload-helper/ }, handler: () => 'export const __vitePreload = (load) => load();' }
    };
}

async function bundled(entry: string): Promise<string> {
    const lib = { entry, formats: ['iife' as const], name: 'patchbay' };
    const config = { root: import.meta.dirname, configFile: false, logLevel: 'warn', build: { write: false, target, lib } } as const;
    const output = [await build(config)].flat();
    const code = output.flatMap((part) => ('output' in part ? part.output : [])).map((file) => (file.type === 'chunk' ? file.code : ''));
    return code.join('').trim();
}

/**
 * Writes each file's Brotli form beside it; the server sends it to browsers that accept it.
 */
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

/**
 * Leaves a list of what each chunk is made of, the largest first: to find what made
 * it heavy.
 */
function listModules(): Plugin {
    return {
        name: 'list-modules',
        async writeBundle({ dir = '' }, bundle) {
            const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
            const lists = chunks.map(({ fileName, modules }) => {
                const sizes = Object.entries(modules).map(
                    ([id, { renderedLength }]) => [relative(import.meta.dirname, id), renderedLength] as const
                );
                return [fileName, sizes.toSorted(([, one], [, other]) => other - one)] as const;
            });
            await writeFile(join(dir, 'modules.json'), JSON.stringify(Object.fromEntries(lists), null, 1));
        }
    };
}
