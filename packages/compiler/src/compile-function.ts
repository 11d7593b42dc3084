import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type EngineName, functionModules, nodeModules } from '@patchbay/runner/bundle-format';
import type { Plugin } from 'rolldown';
import { bundle, type Compiled, nameOf } from './bundle.ts';
import { CompileError, type CompileProblem } from './compile-error.ts';
import { engineIn } from './engine.ts';
import { importPlace, provideModules, providedId } from './imports.ts';

export type { Compiled };

export type FunctionSource =
    /** In a project; it may import its files and packages. */
    | { file: string; root?: string }
    /**
     * On its own: it may import `@patchbay/functions`, `nango`, `zod` and what the isolate has of
     * Node. No file is read for it but those of zod.
     */
    | { source: string; fileName: string };

/**
 * Makes a bundle in this process, for code that is trusted not to break a parser.
 * @throws {CompileError}
 */
export function compileFunction(from: FunctionSource): Promise<Compiled> {
    return 'file' in from ? compileFile(resolve(from.file), from.root) : compileText(from.source, from.fileName);
}

async function compileFile(file: string, given: string | undefined): Promise<Compiled> {
    const root = given === undefined ? projectOf(file) : resolve(given);
    if (!existsSync(file)) {
        const message = 'There is no such file.';
        throw new CompileError([{ file: nameOf(file, root), line: null, column: null, message, code: 'file_not_found' }]);
    }
    const problems: CompileProblem[] = [];
    const engine = engineIn(await readFile(file, 'utf8'), file);
    const warnings: CompileProblem[] = [];
    const plugins = [provideModules(root, engine, { problems, warnings })];
    const compiled = await bundle({ entry: file, root, engine, plugins, readsTsconfig: true, problems });
    return { ...compiled, warnings: [...compiled.warnings, ...warnings] };
}

function projectOf(file: string): string {
    const folders = dirname(file)
        .split(sep)
        .map((_part, index, parts) => parts.slice(0, index + 1).join(sep) || sep);
    return folders.findLast((folder) => existsSync(join(folder, 'package.json'))) ?? dirname(file);
}

/** It exists nowhere. */
const textRoot = resolve('/patchbay-function');

async function compileText(source: string, fileName: string): Promise<Compiled> {
    if (!/^[\w-]+\.ts$/.test(fileName)) throw new RangeError(`'${fileName}' is no name of a TypeScript file.`);
    const entry = join(textRoot, fileName);
    const problems: CompileProblem[] = [];
    const engine = engineIn(source, fileName);
    return bundle({ entry, root: textRoot, engine, plugins: [onlyText(entry, source, engine, problems)], readsTsconfig: false, problems });
}

function onlyText(entry: string, source: string, engine: EngineName, problems: CompileProblem[]): Plugin {
    const zod = dirname(fileURLToPath(import.meta.resolve('zod/package.json'))) + sep;
    const isInZod = (id: string) => id.startsWith(zod);
    return {
        name: 'only-text',
        async resolveId(specifier, importer) {
            if (importer === undefined) return specifier === entry ? entry : null;
            const id = providedId(specifier, engine);
            if (id !== undefined) return { id, external: true };
            const isOfZod = /^zod(?:\/[\w/-]+)?$/.test(specifier);
            if (importer === entry ? isOfZod : isInZod(importer)) {
                const found = await this.resolve(specifier, importer === entry ? import.meta.filename : importer, { skipSelf: true });
                if (found && isInZod(found.id)) return found;
            }
            problems.push({
                file: nameOf(entry, textRoot),
                ...importPlace(source, specifier),
                message: notAllowedMessage(specifier),
                code: 'import_not_allowed'
            });
            return { id: specifier, external: true };
        },
        load: (id) => (id === entry ? { code: source, moduleType: 'ts' } : isInZod(id) ? null : { code: '', moduleType: 'js' })
    };
}

function notAllowedMessage(specifier: string): string {
    const isFile = specifier.startsWith('.') || isAbsolute(specifier) || specifier.includes(':');
    const way = isBuiltin(specifier)
        ? `With engine: 'process' it may import all of Node's modules.`
        : 'Deploy it from a project with the CLI, which bundles files and packages.';
    const allowed = [...functionModules, 'zod', ...nodeModules.map((name) => `node:${name}`)].join(', ');
    return isFile && !specifier.startsWith('node:')
        ? `Code that is sent as text can't import files, such as '${specifier}'. Put all of it into the text. ${way}`
        : `Code that is sent as text can't import '${specifier}', only ${allowed}. ${way}`;
}
