/** The docblocks of what the SDKs export: no part is missing, and the examples compile. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { declaredErrors, endpoints, errorCatalog } from '@patchbay/contracts';
import type { Node } from 'oxc-parser';
import { rootFolder } from './docs.ts';
import { type Finding, readSources, type SourceFile } from './source-file.ts';

/** What the examples of a package use without declaring it. */
const given: Readonly<Record<string, string>> = {
    'packages/node-sdk': `
        import { Patchbay, verifyWebhook, type ConnectionKey } from '@patchbay/node';
        declare const patchbay: Patchbay, connection: ConnectionKey, request: Request;`,
    'packages/browser-sdk': `
        import { openConnectUI, preload, resume, type ConnectUI } from '@patchbay/connect';
        import { auth, resumeAuth } from '@patchbay/connect/headless';
        declare const ui: ConnectUI;`,
    'packages/react-sdk': `
        import { ConnectButton, ConnectEmbedded, ConnectProvider, useConnect } from '@patchbay/react';
        import { useEffect } from 'react';
        declare const App: () => null;`
};
const givenToAll = `
    declare const fetchSession: () => Promise<string>;
    declare const save: (id: string) => void, use: (value: unknown) => void;`;

/** What the SDKs export from other packages. */
const exportedOn: readonly [folder: string, file: string][] = [
    ['packages/contracts', 'src/widget-message.ts'],
    ['packages/api-client', 'src/api-error.ts']
];

/** Sources of the three SDKs. */
export const readSdks = (): SourceFile[] => [
    ...Object.keys(given).flatMap((folder) => readSources(rootFolder, folder)),
    ...exportedOn.flatMap(([folder, file]) => readSources(rootFolder, folder, file))
];

const compiler = join(rootFolder, 'node_modules/typescript/bin/tsc');

/** The modules that customers import. */
const entry = /^packages\/[\w-]+\/src\/(?:index|headless|element)\.ts$/;
/** Reached as properties of the client. */
const resource = /^packages\/node-sdk\/src\/resources\//;
/** Called by the browser. */
const lifecycle = /^(?:(?:dis)?connected|attributeChanged)Callback$/;

/** What a docblock begins with, before its tags. */
const firstSentence = /^\/\*\*[\s*]*[^\s*@/]/;

export interface PublicFunction {
    file: SourceFile;
    line: number;
    name: string;
    doc: string;
    source: string;
    /** Absent for a component, which is used by its props. */
    returnType: string | undefined;
    /** Their names in the source; undefined for one that is taken apart there. */
    parameters: readonly (string | undefined)[];
}

/** Whether a declaration is of use to customers. */
type IsPublic = (id: { name: string } | null) => boolean;

/** Looks for something in every source, which it is told the exported names of. */
function inSources<Found>(files: readonly SourceFile[], find: (file: SourceFile, isPublic: IsPublic) => Found[]): Found[] {
    const names = new Set(files.filter(({ path }) => entry.test(path)).flatMap(exportedNames));
    return files
        .filter(({ isForDevelopment }) => !isForDevelopment)
        .flatMap((file) => find(file, (id) => id !== null && (names.has(id.name) || resource.test(file.path))));
}

export interface PublicField {
    file: SourceFile;
    line: number;
    name: string;
    doc: string;
}

/**
 * Every property of the exported interfaces, object types and classes of an SDK, and of objects in
 * them.
 */
export function publicFields(files: readonly SourceFile[]): PublicField[] {
    return inSources(files, (file, isPublic) => {
        const found: PublicField[] = [];
        const add = (node: Node, name: string) => {
            found.push({ file, line: file.lineAt(node.start), name, doc: docBefore(file, node.start) });
        };
        const addMembers = (members: readonly Node[], owner: string) => {
            for (const member of members) {
                if (member.type !== 'TSPropertySignature') continue;
                const name = `${owner}.${nameOf(member.key)}`;
                add(member, name);
                const type = member.typeAnnotation?.typeAnnotation;
                for (const part of type?.type === 'TSUnionType' ? type.types : [type])
                    if (part?.type === 'TSTypeLiteral') addMembers(part.members, name);
            }
        };
        for (const statement of file.program.body) {
            const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
            if (declaration?.type === 'TSInterfaceDeclaration' && isPublic(declaration.id))
                addMembers(declaration.body.body, declaration.id.name);
            if (declaration?.type === 'TSTypeAliasDeclaration' && isPublic(declaration.id)) {
                const type = declaration.typeAnnotation;
                if (type.type === 'TSTypeLiteral') addMembers(type.members, declaration.id.name);
            }
            if (declaration?.type === 'ClassDeclaration' && isPublic(declaration.id)) {
                for (const member of declaration.body.body) {
                    const isField = member.type === 'PropertyDefinition' || (member.type === 'MethodDefinition' && member.kind === 'get');
                    // An inherited field says what its class says.
                    if (!isField || member.static || member.override || member.key.type !== 'Identifier') continue;
                    add(member, `${declaration.id?.name}.${member.key.name}`);
                }
            }
        }
        return found;
    });
}

/** Every exported function of an SDK, and every method of its exported classes and interfaces. */
export function publicFunctions(files: readonly SourceFile[]): PublicFunction[] {
    return inSources(files, functionsOf);

    function functionsOf(file: SourceFile, isPublic: IsPublic): PublicFunction[] {
        const found: PublicFunction[] = [];
        const add = (node: Node, name: string, type: Node | null | undefined, params: readonly Node[] = []) => {
            const source = file.text.slice(node.start, node.end);
            const isComponent = /^[A-Z]\w*$/.test(name);
            const returnType = isComponent ? undefined : type ? file.text.slice(type.start, type.end) : 'unknown';
            const parameters = isComponent ? [] : params.map(parameterName);
            found.push({ file, line: file.lineAt(node.start), name, doc: docBefore(file, node.start), source, returnType, parameters });
        };
        for (const statement of file.program.body) {
            const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
            if (declaration?.type === 'FunctionDeclaration' && isPublic(declaration.id))
                add(statement, declaration.id?.name ?? '', declaration.returnType?.typeAnnotation, declaration.params);
            if (declaration?.type === 'VariableDeclaration') {
                for (const { id } of declaration.declarations) {
                    const type = id.typeAnnotation?.typeAnnotation;
                    const signature = type?.type === 'TSFunctionType' ? type : undefined;
                    const isComponent = type?.type === 'TSTypeReference' && file.path.endsWith('.tsx');
                    if (id.type === 'Identifier' && isPublic(id) && (signature || isComponent))
                        add(statement, id.name, signature?.returnType.typeAnnotation, signature?.params);
                }
            }
            if (declaration?.type === 'TSInterfaceDeclaration' && isPublic(declaration.id)) {
                for (const member of declaration.body.body)
                    if (member.type === 'TSMethodSignature')
                        add(member, `${declaration.id.name}.${nameOf(member.key)}`, member.returnType?.typeAnnotation, member.params);
            }
            if (declaration?.type === 'ClassDeclaration' && isPublic(declaration.id)) {
                for (const member of declaration.body.body) {
                    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.key.type !== 'Identifier') continue;
                    if (lifecycle.test(member.key.name)) continue;
                    const { returnType, params } = member.value;
                    add(member, `${declaration.id?.name}.${member.key.name}`, returnType?.typeAnnotation, params);
                }
            }
        }
        return found;
    }
}

function exportedNames({ program }: SourceFile): string[] {
    return program.body.flatMap((statement) => {
        if (statement.type !== 'ExportNamedDeclaration') return [];
        const { declaration, specifiers } = statement;
        const own = declaration && 'id' in declaration && declaration.id && 'name' in declaration.id ? [declaration.id.name] : [];
        return [...own, ...specifiers.map(({ exported }) => nameOf(exported))];
    });
}

function nameOf(node: Node): string {
    return 'name' in node && typeof node.name === 'string' ? node.name : '';
}

function parameterName(parameter: Node): string | undefined {
    const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
    return target.type === 'Identifier' ? target.name : undefined;
}

function docBefore({ text, comments }: SourceFile, offset: number): string {
    const comment = comments.find(({ end }) => end < offset && text.slice(end, offset).trim() === '');
    return comment ? text.slice(comment.start, comment.end) : '';
}

/** Missing parts of the docblocks, and what contradicts the contract of the endpoint called. */
export function checkDocblocks(files: readonly SourceFile[]): Finding[] {
    return [...checkFields(files), ...checkFunctions(files)];
}

function checkFields(files: readonly SourceFile[]): Finding[] {
    return publicFields(files)
        .filter(({ doc }) => !firstSentence.test(doc))
        .map(({ file, line, name }) => ({
            file: file.path,
            line,
            sentence: `${name} has no docblock. Say what it is: shape, unit, default, what absent means.`
        }));
}

function checkFunctions(files: readonly SourceFile[]): Finding[] {
    return publicFunctions(files).flatMap(({ file, line, name, doc, source, returnType, parameters }) => {
        const id = /#call\('(\w+)'/.exec(source)?.[1];
        const endpoint = endpoints.find((candidate) => candidate.id === id);
        const isVoid = endpoint ? endpoint.success.body === undefined : /^(?:Promise<)?(?:void|undefined)\b/.test(returnType ?? 'void');
        const canFail = /\bthrow\b/.test(source) || /^(?:Promise|AsyncGenerator)\b/.test(returnType ?? '');
        const missing = [
            ...(isVoid ? [] : ['@returns']),
            ...(canFail ? ['@throws'] : []),
            '@example',
            ...(endpoint ? [`@see ${endpoint.method} ${endpoint.path}`] : [])
        ].filter((part) => !doc.includes(part));
        const known: string[] | undefined = endpoint && declaredErrors(endpoint).map(({ code }) => code);
        const words = [...doc.matchAll(/@throws[^@]*/g)].flatMap(([part]) => part.match(/(?<=`)[\w:]+(?=`)/g) ?? []);
        const wrong = words.filter((word) =>
            word.startsWith('environment:')
                ? word !== endpoint?.scope
                : Object.hasOwn(errorCatalog, word) && known?.includes(word) === false
        );
        const report = (sentence: string): Finding => ({ file: file.path, line, sentence });
        return [
            ...(firstSentence.test(doc)
                ? []
                : [report(`The docblock of ${name} has no first sentence. Begin it with what the function does, before the tags.`)]),
            ...undocumented(parameters, doc).map((parameter) =>
                report(`The docblock of ${name} has no @param ${parameter}. Say what it is: unit, default, what absent means.`)
            ),
            ...missing.map((part) => report(`The docblock of ${name} has no ${part}.`)),
            ...wrong.map((word) => report(`The docblock of ${name} names ${word}, which the contract of ${id} does not.`))
        ];
    });
}

/** Parameters without a `@param`, which for one that is taken apart may have any name. */
function undocumented(parameters: PublicFunction['parameters'], doc: string): string[] {
    const described = new Set([...doc.matchAll(/@param (\w+)(?:\.\w+)* \S/g)].map(([, name]) => name));
    const named = parameters.filter((name) => name !== undefined);
    const spare = [...described].filter((name) => !named.includes(name ?? '')).length;
    const nameless = Math.max(0, parameters.length - named.length - spare);
    return [...named.filter((name) => !described.has(name)), ...Array.from({ length: nameless }, () => '<name of your choice>')];
}

/**
 * A file's examples, each in a function, on the lines that they have in the file: messages of the
 * compiler lead there. Undefined without examples.
 */
export function examplesOf({ text, comments, lineAt }: Pick<SourceFile, 'text' | 'comments' | 'lineAt'>): string | undefined {
    let source = '';
    for (const { start, end } of comments) {
        const comment = text.slice(start, end);
        if (!comment.startsWith('/**')) continue;
        for (const { 1: example = '', index } of comment.matchAll(/@example\b([\s\S]*?)(?=\n\s*\* @|\s*\*\/$)/g)) {
            const line = lineAt(start + index);
            const code = example.replaceAll(/\n\s*\* ?/g, '\n');
            source += '\n'.repeat(Math.max(0, line - source.split('\n').length));
            source += `export async function line${line}() {${code}\n}`;
        }
    }
    return source || undefined;
}

/** Type-checks all examples in one run. @returns what the compiler says about them */
export async function typeErrors(files: readonly SourceFile[]): Promise<string[]> {
    // Where packages are found as customers find them.
    const project = mkdtempSync(join(rootFolder, 'node_modules/.sdk-docs-'));
    try {
        for (const file of files) {
            const examples = examplesOf(file);
            if (examples === undefined) continue;
            const target = join(project, file.path.replace(/\.tsx?$/, '.tsx'));
            const prelude = [given[file.folder], givenToAll].join('').replaceAll('\n', ' ');
            mkdirSync(dirname(target), { recursive: true });
            writeFileSync(target, `${prelude} ${examples}\n`);
        }
        const settings = {
            extends: join(rootFolder, 'tsconfig.base.json'),
            compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
            include: ['packages']
        };
        writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
        return await new Promise((resolve) => {
            execFile(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: project }, (error, stdout) => {
                resolve(error && stdout === '' ? [error.message] : stdout.split('\n').filter((line) => line !== ''));
            });
        });
    } finally {
        rmSync(project, { recursive: true });
    }
}
