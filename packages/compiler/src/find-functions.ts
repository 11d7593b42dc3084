import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { problemOfFunctionName } from '@patchbay/functions/describe';
import { CompileError, type CompileProblem } from './compile-error.ts';

export type FunctionType = 'sync' | 'action' | 'onEvent';

const folders: Readonly<Record<string, FunctionType>> = { syncs: 'sync', actions: 'action', 'on-events': 'onEvent' };

export interface FoundFunction {
    integrationId: string;
    type: FunctionType;
    name: string;
    /** Absolute. */
    file: string;
}

/**
 * The functions of a project: those that its `index.ts` imports, and where it has none, all files
 * `<integration>/{syncs,actions,on-events}/<name>.ts`.
 * @returns what was found, and what keeps others from being functions
 */
export function findFunctions(folder: string): { functions: FoundFunction[]; problems: CompileProblem[]; warnings: CompileProblem[] } {
    const root = resolve(folder);
    if (!existsSync(root)) throw new CompileError([problem(null, 'project_not_found', `There is no folder ${folder}.`)]);
    const index = join(root, 'index.ts');
    const laidOut = filesOf(root);
    const imported = existsSync(index) ? importsOf(readFileSync(index, 'utf8')) : [];
    const problems: CompileProblem[] = [];
    const files = imported.length === 0 ? laidOut : imported.flatMap((each) => importedFile(root, each, problems));
    const functions = [...new Set(files)].flatMap((file) => functionAt(root, file, problems));
    problems.push(...sameNames(root, functions));
    const left = laidOut.filter((file) => !files.includes(file));
    const warnings = left.map((file) =>
        problem(nameBelow(root, file), 'not_imported', 'index.ts does not import this function, so it is left out.')
    );
    return { functions, problems, warnings };
}

interface Imported {
    specifier: string;
    line: number;
}

/** Imports for their effects alone, which are how a project lists its functions. */
function importsOf(source: string): Imported[] {
    const withoutComments = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
    return withoutComments.split('\n').flatMap((text, index) => {
        const [, specifier] = /^\s*import\s*['"](\.[^'"]+)['"]/.exec(text) ?? [];
        return specifier === undefined ? [] : [{ specifier, line: index + 1 }];
    });
}

function importedFile(root: string, { specifier, line }: Imported, problems: CompileProblem[]): string[] {
    const path = resolve(root, specifier);
    const file = [path.replace(/\.js$/, '.ts'), `${path}.ts`, path].find((each) => each.endsWith('.ts') && existsSync(each));
    if (file !== undefined) return [file];
    problems.push({ ...problem('index.ts', 'import_not_found', `There is no file for '${specifier}'.`), line });
    return [];
}

function filesOf(root: string): string[] {
    const list = (path: string) => (existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []);
    return list(root)
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
        .flatMap(({ name: integration }) => Object.keys(folders).map((kind) => join(root, integration, kind)))
        .flatMap((path) =>
            list(path)
                .filter(({ name }) => name.endsWith('.ts') && !/\.(?:d|test|spec)\.ts$/.test(name))
                .map(({ name }) => join(path, name))
        )
        .toSorted();
}

function functionAt(root: string, file: string, problems: CompileProblem[]): FoundFunction[] {
    const path = nameBelow(root, file);
    const [integrationId = '', kind = '', fileName = '', ...rest] = path.split('/');
    const type = Object.hasOwn(folders, kind) ? folders[kind] : undefined;
    const name = basename(fileName, '.ts');
    if (type === undefined || rest.length > 0 || fileName === '') {
        const message = 'A function is in <integration>/syncs, <integration>/actions or <integration>/on-events.';
        problems.push(problem(path, 'not_in_layout', message));
        return [];
    }
    const isIntegration = /^[a-zA-Z0-9~:.@ _-]{1,255}$/.test(integrationId);
    const wrong = isIntegration ? problemOfFunctionName(name) : `'${integrationId}' is no id of an integration.`;
    if (wrong === undefined) return [{ integrationId, type, name, file }];
    problems.push(problem(path, 'invalid_name', wrong));
    return [];
}

/** Functions are called by integration and name. */
function sameNames(root: string, functions: readonly FoundFunction[]): CompileProblem[] {
    const byName = Map.groupBy(functions, ({ integrationId, name }) => `${integrationId}/${name}`);
    return [...byName.values()].flatMap(([first, ...others]) =>
        others.map(({ file, name }) =>
            problem(nameBelow(root, file), 'duplicate_name', `${nameBelow(root, first?.file ?? '')} is called ${name} already.`)
        )
    );
}

const nameBelow = (root: string, file: string) =>
    relative(root, join(dirname(file), basename(file)))
        .split(sep)
        .join('/');

function problem(file: string | null, code: string, message: string): CompileProblem {
    return { file, line: null, column: null, message, code };
}
