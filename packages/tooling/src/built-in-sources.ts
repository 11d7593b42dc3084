/** The sources of the built-in functions, as `patchbay fork` writes them into a project. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrationOf } from '@patchbay/integrations';
import { rootFolder } from './docs.ts';

interface BuiltInSource {
    type: 'sync' | 'action';
    /** It and what it imports are its source. */
    file: string;
    exportName: string;
    /** What of that export it is; absent: all of it. */
    path?: readonly string[];
    files: readonly string[];
    /** What it imports of others, beside zod and `@patchbay/functions`. */
    packages: readonly string[];
    hash: string;
}

export interface BuiltInSources {
    /** By provider and name, with a slash between. */
    functions: Readonly<Record<string, BuiltInSource>>;
    /** Their text, by path. */
    files: Readonly<Record<string, string>>;
}

const folder = join(rootFolder, 'packages/integrations/src');
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

const textOf = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');

export async function readBuiltInSources(): Promise<BuiltInSources> {
    const functions: Record<string, BuiltInSource> = {};
    const providers = globSync('*/integration.ts', { cwd: folder })
        .map((path) => dirname(path))
        .toSorted();
    for (const provider of providers) {
        const { syncs = {}, actions = {} } = integrationOf(provider) ?? {};
        const exported = await exportsOf(provider);
        const whole = exported.find(({ value }) => value === integrationOf(provider));
        for (const [kind, definitions] of Object.entries({ syncs, actions })) {
            for (const [name, definition] of Object.entries(definitions)) {
                const own = exported.find(({ value }) => value === definition);
                // Some are made by a function: they are only in the list of all.
                const place = own ?? whole;
                if (!place) throw new Error(`No file of ${provider} exports ${name}.`);
                const files = closureOf(place.file);
                functions[`${provider}/${name}`] = {
                    type: kind === 'syncs' ? 'sync' : 'action',
                    file: place.file,
                    exportName: place.exportName,
                    ...(!own && { path: [kind, name] }),
                    files,
                    packages: packagesOf(files),
                    hash: hashOf(files)
                };
            }
        }
    }
    const all = new Set(Object.values(functions).flatMap(({ files }) => files));
    return { functions, files: Object.fromEntries([...all].toSorted().map((file) => [file, textOf(file)])) };
}

async function exportsOf(provider: string): Promise<{ file: string; exportName: string; value: unknown }[]> {
    const files = globSync(`${provider}/**/*.ts`, { cwd: folder })
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => !path.endsWith('.test.ts'))
        .toSorted();
    const found = [];
    for (const file of files) {
        // Of any form.
        const loaded = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
        for (const [exportName, value] of Object.entries(loaded)) found.push({ file, exportName, value });
    }
    return found;
}

function closureOf(file: string): string[] {
    const found = new Set<string>();
    const add = (path: string) => {
        if (found.has(path)) return;
        if (!existsSync(join(folder, path))) throw new Error(`There is no ${path}.`);
        found.add(path);
        for (const specifier of importsOf(path)) if (specifier.startsWith('.')) add(join(dirname(path), specifier).replaceAll('\\', '/'));
    };
    add(file);
    return [...found].toSorted();
}

const importsOf = (file: string) => Array.from(textOf(file).matchAll(specifiers), ([, specifier = '']) => specifier);

function packagesOf(files: readonly string[]): string[] {
    const all = new Set(files.flatMap(importsOf).filter((specifier) => !specifier.startsWith('.')));
    return [...all].filter((name) => name !== 'zod' && name !== '@patchbay/functions').toSorted();
}

function hashOf(files: readonly string[]): string {
    const hash = createHash('sha256');
    for (const file of files) hash.update(`${file}\0${textOf(file)}\0`);
    return hash.digest('hex').slice(0, 16);
}
