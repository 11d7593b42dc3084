import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { readSources, type SourceFile } from './source-file.ts';

const document = readFileSync(join(rootFolder, 'docs/internals/concurrency.md'), 'utf8');
const documented = new Set(
    [...document.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name))
);

const files = ['apps/server', 'packages/db'].flatMap((folder) => readSources(rootFolder, folder)).filter((file) => !file.isForDevelopment);
const exportedFrom = ({ text }: SourceFile) =>
    Array.from(text.matchAll(/^export (?:async )?(?:function\*? |const )(\w+)/gm), ([, name = '']) => name);
/** The routes of a file by the names of their endpoints, with their code. */
const routesOf = ({ text }: SourceFile) =>
    text
        .split(/^ {4}route\(/m)
        .slice(1)
        .map((code) => ({ names: [/^\w+/.exec(code)?.[0] ?? ''], code }));
/** The verbs of a file with their code: its routes, or as a whole, since one file has one verb. */
const verbsOf = (file: SourceFile) =>
    file.path.endsWith('.routes.ts') ? routesOf(file) : [{ names: exportedFrom(file), code: file.text.replaceAll(/^import .*$/gm, '') }];

const locks = /\.for(?:NoKey)?(?:Update|Share)\(|\.forKeyShare\(|\bfor (?:no key )?update\b|pg_advisory/;
/** The statements of a `*.sql.ts` that lock rows, themselves or by a helper of their file. */
function lockingIn({ text }: SourceFile): string[] {
    const declared = text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((code) => {
        const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(code)?.[1];
        return name === undefined ? [] : [{ name, code }];
    });
    const locking = declared.filter(({ code }) => locks.test(code)).map(({ name }) => name);
    const uses = (code: string) => locking.some((name) => code.includes(`${name}(`));
    return declared.flatMap(({ name, code }) => (locking.includes(name) || uses(code) ? [name] : []));
}
const lockingStatements = new Map(files.filter(({ path }) => path.endsWith('.sql.ts')).map((file) => [file.path, lockingIn(file)]));

/** The verbs that run a transaction or lock rows. */
const verbs = files
    .filter(({ path }) => path.startsWith('apps/server/src/rooms/') && !path.endsWith('.sql.ts'))
    .flatMap((file) => {
        const taken = file.imports.flatMap(({ target, names }) =>
            names.filter((name) => lockingStatements.get(target ?? '')?.includes(name))
        );
        const reads = new RegExp([String.raw`\.transaction\(\)`, ...taken.map((name) => String.raw`\b${name}\(`)].join('|'));
        return verbsOf(file)
            .filter(({ code }) => reads.test(code))
            .map(({ names }) => ({ path: file.path, names }));
    });

test('docs/internals/concurrency.md has a line for each verb that runs a transaction or locks rows', () => {
    expect(verbs.length).toBeGreaterThan(15);
    expect(verbs.filter(({ names }) => !names.some((name) => documented.has(name)))).toEqual([]);
});

test('docs/internals/concurrency.md names verbs and endpoints that there are', () => {
    const known = new Set(files.flatMap((file) => [...exportedFrom(file), ...routesOf(file).flatMap(({ names }) => names)]));
    expect(documented.size).toBeGreaterThan(30);
    expect([...documented].filter((name) => !known.has(name))).toEqual([]);
});
