import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, type Program, Visitor } from 'oxc-parser';
import { developmentFile } from './import-rules.ts';

export interface Finding {
    /** Path from the root. */
    file: string;
    line: number;
    sentence: string;
}

export interface Import {
    specifier: string;
    line: number;
    /** Gone before the program runs. */
    isType: boolean;
    /** What is taken from the module by name; empty for a whole module. */
    names: readonly string[];
    /** The names that stand for the whole module here. */
    wholes: readonly string[];
    /** For a relative import: the file it means, from the root. */
    target: string | undefined;
}

export interface SourceFile {
    path: string;
    /** `packages/oauth`, `apps/server`, `examples/react-18`, `e2e` … */
    folder: string;
    isForDevelopment: boolean;
    imports: readonly Import[];
    program: Program;
    text: string;
    comments: readonly { start: number; end: number }[];
    lineAt: (offset: number) => number;
}

export interface Package {
    folder: string;
    name: string;
    dependencies: ReadonlySet<string>;
    devDependencies: ReadonlySet<string>;
}

/** Reads every package of the workspace at `root`. */
export function readPackages(root: string): Package[] {
    const files = globSync(['{apps,packages,examples}/*/package.json', 'e2e/package.json'], { cwd: root });
    return files
        .map((file) => readPackage(root, posix.dirname(file.replaceAll('\\', '/'))))
        .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

type DependencyGroup = `${'' | 'dev' | 'optional' | 'peer'}${'d' | 'D'}ependencies`;
/** What npm demands of a `package.json`. */
type Manifest = { name: string } & Partial<Record<DependencyGroup, Record<string, string>>>;

/** @param folder `.` for the root, whose devDependencies every test may use */
export function readPackage(root: string, folder: string): Package {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
    const namesIn = (...groups: DependencyGroup[]) => new Set(groups.flatMap((group) => Object.keys(manifest[group] ?? {})));
    return {
        folder,
        name: manifest.name,
        dependencies: namesIn('dependencies', 'optionalDependencies', 'peerDependencies'),
        devDependencies: namesIn('devDependencies')
    };
}

/** Parses all sources below a folder, in a fixed order. @param pattern of their names in it */
export function readSources(root: string, folder: string, pattern = '**/*.{ts,tsx,mts,js,mjs}'): SourceFile[] {
    const files = globSync(pattern, {
        cwd: join(root, folder),
        exclude: (name) => name === 'node_modules' || /^dist(-|$)/.test(name)
    });
    return files
        .map((file) => readSource(root, folder, posix.join(folder, file.replaceAll('\\', '/'))))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The migrations, with the comments that have a line of their own. */
export function readMigrations(root: string): Pick<SourceFile, 'path' | 'text' | 'comments' | 'lineAt'>[] {
    return globSync('packages/*/migrations/*.sql', { cwd: root }).map((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const comments = [...text.matchAll(/^ *--.*/gm)].map(({ 0: line, index }) => ({ start: index, end: index + line.length }));
        return { path: file.replaceAll('\\', '/'), text, comments, lineAt: (offset) => lineAt(text, offset) };
    });
}

function readSource(root: string, folder: string, path: string): SourceFile {
    const text = readFileSync(join(root, path), 'utf8');
    const { program, module, errors, comments } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`);
    const imports: Import[] = [];
    const add = (specifier: string, offset: number, rest: Partial<Pick<Import, 'isType' | 'names' | 'wholes'>> = {}) => {
        const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
        imports.push({ specifier, line: lineAt(text, offset), isType: false, names: [], wholes: [], ...rest, target });
    };
    for (const { start, moduleRequest, entries } of module.staticImports) {
        const used = entries.filter((entry) => !entry.isType);
        add(moduleRequest.value, start, {
            isType: entries.length > 0 && used.length === 0,
            names: used.flatMap(({ importName }) => (importName.name !== null ? [importName.name] : [])),
            wholes: used.flatMap(({ importName, localName }) => (importName.name === null ? [localName.value] : []))
        });
    }
    for (const { entries } of module.staticExports) {
        for (const { moduleRequest, start, isType, importName } of entries) {
            if (moduleRequest === null) continue;
            add(moduleRequest.value, start, {
                isType,
                names: importName.name !== null ? [importName.name] : []
            });
        }
    }
    new Visitor({
        ImportExpression: ({ source, start }) => {
            if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, start);
        },
        TSImportType: ({ source, start }) => add(source.value, start, { isType: true })
    }).visit(program);
    return {
        path,
        folder,
        isForDevelopment: developmentFile.test(path),
        imports,
        program,
        text,
        comments,
        lineAt: (offset) => lineAt(text, offset)
    };
}

function lineAt(text: string, offset: number): number {
    return text.slice(0, offset).split('\n').length;
}

/** The package that a bare specifier names: `@scope/name/entry` → `@scope/name`. */
export function packageNameOf(specifier: string): string {
    return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
