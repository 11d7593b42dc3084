/**
 * Completes the `dist` of the package in the working directory for publishing: CommonJS beside the
 * modules, declarations for both, manifest, licence and README. The manifest is another one,
 * because in this repository a package's entries are its sources.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { rootFolder } from './docs.ts';

interface Manifest {
    name: string;
    exports: Record<string, string>;
    bin?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
    sideEffects?: boolean | string[];
    dependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    [key: string]: unknown;
}

const ourScope = '@patchbay/';
const ownModules = /((?:from|import)\s*\(?\s*['"]\.\/[^'"]+)\.js(['"])/g;
/** Comments are matched too: their examples import what they like. */
const specifiers = /\/\*[\s\S]*?\*\/|(\b(?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g;

/** Writes what a customer's package manager and compiler read, beside the built files. */
export async function makePublishable(folder: string): Promise<void> {
    // Ours.
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const dist = join(folder, 'dist');
    if (manifest.bin) finish(folder, publishedProgram(folder, manifest));
    else await finishLibrary(folder, dist, manifest);
}

async function finishLibrary(folder: string, dist: string, manifest: Manifest): Promise<void> {
    const declarations = declarationsOf(folder, manifest);
    for (const [name, text] of declarations) {
        writeFileSync(join(dist, `${name}.d.ts`), text);
        // TypeScript knows CommonJS declarations by their extension, also in the files they
        // mention.
        writeFileSync(join(dist, `${name}.d.cts`), text.replaceAll(ownModules, '$1.cjs$2'));
    }
    await writeCommonJs(dist, manifest);
    finish(folder, publishedManifest(manifest));
}

function finish(folder: string, manifest: object): void {
    const dist = join(folder, 'dist');
    writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(join(rootFolder, 'LICENSE'), join(dist, 'LICENSE'));
    if (existsSync(join(folder, 'README.md'))) copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
}

/** A program has our own packages in it, and what these need of others beside it. */
function publishedProgram(
    folder: string,
    { private: _private, scripts: _scripts, devDependencies: _dev, exports: _exports, bin = {}, ...rest }: Manifest
): object {
    const { dependencies, optionalDependencies } = dependenciesOf(folder);
    return {
        ...rest,
        files: ['*.js', '*.mjs', 'built-in.json', 'licenses.md'],
        bin: Object.fromEntries(Object.entries(bin).map(([name, source]) => [name, `./${basename(source, extensionOf(source))}.js`])),
        dependencies,
        optionalDependencies
    };
}

/** Those of a package and of our packages that are bundled with it. */
function dependenciesOf(folder: string): Required<Pick<Manifest, 'dependencies' | 'optionalDependencies'>> {
    // Ours.
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const isOurs = (name: string) => name.startsWith(ourScope);
    const bundled = Object.keys(dependencies)
        .filter(isOurs)
        .map((name) => dependenciesOf(realpathSync(join(rootFolder, 'node_modules', name))));
    const others = Object.fromEntries(Object.entries(dependencies).filter(([name]) => !isOurs(name)));
    return {
        dependencies: Object.assign({}, ...bundled.map((each) => each.dependencies), others) as Record<string, string>,
        optionalDependencies: Object.assign({}, ...bundled.map((each) => each.optionalDependencies), optionalDependencies) as Record<
            string,
            string
        >
    };
}

/** What is about this repository goes; entries are the built files. */
function publishedManifest({
    private: _private,
    scripts: _scripts,
    devDependencies: _dev,
    exports,
    sideEffects,
    ...rest
}: Manifest): object {
    const built = (source: string, extension: string) => `./${basename(source, extensionOf(source))}${extension}`;
    return {
        ...rest,
        sideEffects: Array.isArray(sideEffects) ? sideEffects.map((source) => built(source, '.js')) : sideEffects,
        files: ['*.js', '*.cjs', '*.d.ts', '*.d.cts', 'integrity.json'],
        exports: {
            ...Object.fromEntries(
                Object.entries(exports).map(([entry, source]) => [
                    entry,
                    {
                        import: { types: built(source, '.d.ts'), default: built(source, '.js') },
                        require: { types: built(source, '.d.cts'), default: built(source, '.cjs') }
                    }
                ])
            ),
            './package.json': './package.json'
        }
    };
}

/**
 * The declarations of the entries and of all that they mention, by file name without extension.
 * Those of bundled packages, which customers don't have, are copied along.
 */
function declarationsOf(folder: string, manifest: Manifest): Map<string, string> {
    const customersHave = { ...manifest.dependencies, ...manifest.peerDependencies };
    const { resolve: find } = createRequire(join(folder, 'package.json'));
    const sourceOf = (specifier: string, from: string) => (specifier.startsWith('.') ? resolve(dirname(from), specifier) : find(specifier));
    const entries = Object.values(manifest.exports).map((source) => join(folder, source));
    const emitted = mkdtempSync(join(tmpdir(), 'patchbay-types-'));
    const files = new Map<string, string>();
    const sources = new Map<string, string>();

    function declarationFor(source: string): string {
        const file = join(emitted, relative(rootFolder, source)).replace(/\.tsx?$/, '.d.ts');
        if (!existsSync(file)) emit(folder, [...entries, source], emitted);
        return readFileSync(file, 'utf8');
    }

    function add(source: string): string {
        const name = basename(source, extensionOf(source));
        const namesake = sources.get(name);
        if (namesake === source) return name;
        if (namesake !== undefined) throw new Error(`${namesake} and ${source} would be the same file. Rename one.`);
        sources.set(name, source);
        const text = declarationFor(source).replaceAll(specifiers, (whole: string, ...groups: (string | undefined)[]) => {
            const [before, quote, specifier] = groups;
            if (before === undefined || quote === undefined || specifier === undefined) return whole;
            if (Object.keys(customersHave).some((dependency) => specifier === dependency || specifier.startsWith(`${dependency}/`)))
                return whole;
            if (!specifier.startsWith('.') && !specifier.startsWith(ourScope)) {
                throw new Error(`The declarations of ${manifest.name} mention ${specifier}, which customers don't have.`);
            }
            return `${before}${quote}./${add(sourceOf(specifier, source))}.js${quote}`;
        });
        files.set(name, text);
        return name;
    }

    try {
        for (const entry of entries) add(entry);
    } finally {
        rmSync(emitted, { recursive: true });
    }
    return files;
}

/** Made from the built modules, so that both have the same code; shared modules stay shared. */
async function writeCommonJs(dist: string, manifest: Manifest): Promise<void> {
    const names = Object.values(manifest.exports).map((source) => basename(source, extensionOf(source)));
    const bundle = await rolldown({
        input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
        external: /^[^./]/,
        platform: 'neutral',
        // It doubts that `use client` is kept, which a test looks at; errors are thrown.
        logLevel: 'silent'
    });
    await bundle.write({ dir: dist, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' });
    await bundle.close();
}

/** TypeScript's native compiler has no programming interface yet, so it is run. */
function emit(folder: string, files: string[], outDir: string): void {
    const project = join(outDir, 'tsconfig.json');
    const compilerOptions = {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: rootFolder,
        outDir,
        typeRoots: [join(rootFolder, 'node_modules/@types')]
    };
    const own = join(folder, 'tsconfig.json');
    const base = existsSync(own) ? own : join(rootFolder, 'tsconfig.base.json');
    writeFileSync(project, JSON.stringify({ extends: base, compilerOptions, files, include: [] }));
    execFileSync(process.execPath, [join(rootFolder, 'node_modules/typescript/bin/tsc'), '--project', project], { stdio: 'inherit' });
}

function extensionOf(source: string): string {
    return source.endsWith('.tsx') ? '.tsx' : '.ts';
}

if (import.meta.main) await makePublishable(process.cwd());
