import { dirname, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type EngineName, MAX_CODE_BYTES, PROCESS_LINE } from '@patchbay/runner/bundle-format';
import { type Plugin, rolldown, type RolldownLog } from 'rolldown';
import { CompileError, type CompileProblem } from './compile-error.ts';

/** One bundle, as the runner takes it. */
export interface Compiled {
    js: string;
    /** JSON, without the sources. */
    sourceMap: string;
    engine: EngineName;
    bytes: number;
    warnings: readonly CompileProblem[];
}

interface BundleInput {
    entry: string;
    /** The folder that files are named below. */
    root: string;
    engine: EngineName;
    plugins: Plugin[];
    /** Whether settings of TypeScript are looked for beside the files. */
    readsTsconfig: boolean;
    /** Filled by the plugins. */
    problems: CompileProblem[];
}

/** @throws {CompileError} */
export async function bundle({ entry, root, engine, plugins, readsTsconfig, problems }: BundleInput): Promise<Compiled> {
    const warnings: CompileProblem[] = [];
    const place = (id: string | undefined) => (id === undefined ? null : nameOf(id, root));
    try {
        const build = await rolldown({
            input: entry,
            cwd: root,
            platform: 'node',
            tsconfig: readsTsconfig,
            plugins,
            resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'], '.cjs': ['.cts', '.cjs'] } },
            transform: { define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' } },
            onLog(level, log) {
                // Warnings about a package are for its authors; what it lacks it may do without.
                if (level !== 'warn' || inPackage(log.id)) return;
                (log.code === 'UNRESOLVED_IMPORT' ? problems : warnings).push(problemOf(log, place));
            }
        });
        try {
            const { output } = await build.generate({
                format: 'cjs',
                exports: 'named',
                codeSplitting: false,
                sourcemap: 'hidden',
                sourcemapExcludeSources: true,
                sourcemapPathTransform: (source, map) => nameOf(resolve(dirname(map), source), root),
                // Names of classes and functions are looked at, and stand in stacks.
                minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } }
            });
            const [{ code, map, modules }] = output;
            if (problems.length > 0) throw new CompileError(problems.toSorted(byPlace));
            const js = engine === 'process' ? PROCESS_LINE + code : code;
            const bytes = Buffer.byteLength(js);
            if (bytes > MAX_CODE_BYTES) throw new CompileError([tooLarge(bytes, modules, nameOf(entry, root))]);
            return {
                js,
                sourceMap: map ? JSON.stringify({ ...map, mappings: engine === 'process' ? `;${map.mappings}` : map.mappings }) : '',
                engine,
                bytes,
                warnings
            };
        } finally {
            await build.close();
        }
    } catch (error) {
        if (error instanceof CompileError) throw error;
        throw new CompileError([...problems, ...logsOf(error).map((log) => problemOf(log, place))]);
    }
}

const byPlace = (a: CompileProblem, b: CompileProblem) =>
    (a.file ?? '').localeCompare(b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);

const inPackage = (id: string | undefined) => id !== undefined && /[\\/]node_modules[\\/]/.test(id);

/** Below the project's folder; of packages, below `node_modules`. */
export function nameOf(id: string, root: string): string {
    const inPackages = id.lastIndexOf(`node_modules${sep}`);
    const name = inPackages === -1 ? relative(root, id) : id.slice(inPackages);
    return name.split(sep).join('/');
}

function logsOf(error: unknown): RolldownLog[] {
    const errors: unknown = error instanceof Error && 'errors' in error ? error.errors : undefined;
    // The bundler throws them.
    if (Array.isArray(errors) && errors.length > 0) return errors as RolldownLog[];
    return [{ message: error instanceof Error ? error.message : String(error) }];
}

const messages: Readonly<Record<string, (message: string) => string>> = {
    UNRESOLVED_IMPORT(message) {
        const [, specifier = ''] = /resolve '([^']*)'/.exec(message) ?? [];
        if (specifier.startsWith('.')) return `There is no file for '${specifier}'.`;
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        return `The package '${specifier}' is not there. Install it with: npm install ${name}`;
    },
    INVALID_TLA_FORMAT: () => 'A function can only await inside of its functions, not while it is loaded.'
};

function problemOf(
    { code = 'COMPILE_ERROR', message, loc, id }: RolldownLog,
    place: (id: string | undefined) => string | null
): CompileProblem {
    // The rest of it shows the source.
    const [first = ''] = stripVTControlCharacters(message).split('\n');
    const text = first.replace(/^\[\w+\] /, '');
    return {
        file: place(loc?.file ?? id),
        line: loc?.line ?? null,
        column: loc === undefined ? null : loc.column + 1,
        message: messages[code]?.(text) ?? text,
        code: code === 'UNRESOLVED_IMPORT' ? 'import_not_found' : code.toLowerCase()
    };
}

const LARGEST = 3;

function tooLarge(bytes: number, modules: Readonly<Record<string, { renderedLength: number }>>, file: string): CompileProblem {
    const sizes = new Map<string, number>();
    for (const [id, { renderedLength }] of Object.entries(modules)) {
        const name = packageOf(id) ?? 'its own files';
        sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
    }
    const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, LARGEST);
    const list = largest.map(([name, size]) => `${name} (${size.toLocaleString('en')})`).join(', ');
    return {
        file,
        line: null,
        column: null,
        message: `The bundle has ${bytes.toLocaleString('en')} bytes; ${MAX_CODE_BYTES.toLocaleString('en')} are allowed. Most of it is ${list}.`,
        code: 'bundle_too_large'
    };
}

/** @returns undefined for files of the project */
export function packageOf(id: string): string | undefined {
    return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replaceAll('\\', '/');
}
