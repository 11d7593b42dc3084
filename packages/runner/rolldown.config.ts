import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

/** What shims import of each other. */
const shims = ['async_hooks', 'buffer', 'path', 'punycode', 'querystring', 'util/types'];

export default defineConfig([
    {
        // All that is inside an isolate, but the function itself.
        input: { isolate: 'src/isolate/main.ts' },
        platform: 'browser',
        resolve: {
            // Theirs is the platform without encoders of its own.
            aliasFields: [['react-native'], ['browser']],
            alias: Object.fromEntries(shims.map((name) => [`node:${name}`, `unenv/node/${name}`]))
        },
        plugins: [licenses(), englishOnly()],
        output: { dir: 'dist', entryFileNames: '[name].js', format: 'cjs', minify: true, codeSplitting: false }
    },
    {
        input: { child: 'src/child/main.ts' },
        platform: 'node',
        output: { dir: 'dist', entryFileNames: '[name].mjs', format: 'esm', codeSplitting: false }
    },
    {
        // The same for one function in a process: what is in an isolate, with Node's own modules.
        input: { process: 'src/process/main.ts' },
        platform: 'node',
        plugins: [englishOnly()],
        output: { dir: 'dist', entryFileNames: '[name].mjs', format: 'esm', minify: true, codeSplitting: false }
    }
]);

/** Of zod's languages, which are more than the rest of it. */
function englishOnly(): Plugin {
    return {
        name: 'english-only',
        load(id) {
            const [, kind] = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.(c?js)$/.exec(id) ?? [];
            if (kind === undefined) return null;
            return kind === 'cjs' ? "exports.en = require('./en.cjs').default;" : "export { default as en } from './en.js';";
        }
    };
}

/** The licences of the libraries in the bundle, which have to come with it. */
function licenses(): Plugin {
    return {
        name: 'licenses',
        generateBundle(_options, bundle) {
            const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
            const folders = modules
                .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0])
                .filter((folder) => folder !== undefined);
            const texts = [...new Set(folders)].toSorted().map(licenseOf);
            this.emitFile({ type: 'asset', fileName: 'licenses.md', source: `# Licenses\n\n${texts.join('\n')}` });
        }
    };
}

function licenseOf(folder: string): string {
    // npm publishes none without them.
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `## ${name} - ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}\n`;
}
