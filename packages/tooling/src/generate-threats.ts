import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { rootFolder } from './docs.ts';

const threatsFile = join(rootFolder, 'docs/internals/threats.md');
const row = /^\| ([TR]-\d+) \| (.+?) \| .*\|$/;
const isTest = /\.(?:test|spec)\.tsx?$|^e2e\/chaos\//;

/** Files that may name a threat or a promise, by their paths from the root. */
function sources(): string[] {
    return globSync(['{apps,packages,e2e,examples,scripts}/**/*.{ts,tsx,mjs,sql}'], {
        cwd: rootFolder,
        exclude: ['**/node_modules/**', '**/dist/**', '**/dist-*/**', 'packages/tooling/src/generate-threats*']
    })
        .map((path) => path.replaceAll('\\', '/'))
        .toSorted();
}

/**
 * Each number (`T-04`, `R-16`) with the files that name it. Other letters too: they have no list.
 */
function namedNumbers(): Map<string, string[]> {
    const named = new Map<string, string[]>();
    for (const path of sources()) {
        // `P-256`, `P-384` and `P-521` are elliptic curves.
        const numbers = readFileSync(join(rootFolder, path), 'utf8').match(/\b[DGPRT]-(?!256|384|521)\d{2,3}\b/g) ?? [];
        for (const number of new Set(numbers)) named.set(number, [...(named.get(number) ?? []), path]);
    }
    return named;
}

/** The numbers that the document explains, in its order. */
export function listedNumbers(document: string): string[] {
    return document.split('\n').flatMap((line) => row.exec(line)?.[1] ?? []);
}

/** Numbers that the code names and the document does not explain. */
export function undocumentedNumbers(document: string, named = namedNumbers()): string[] {
    const listed = listedNumbers(document);
    return [...named.keys()].filter((number) => !listed.includes(number));
}

/** The document with its last column made of the tests that name each number. */
export function withTestLinks(document: string, named = namedNumbers()): string {
    const link = (path: string) => `[${basename(path)}](${relative('docs/internals', path).replaceAll('\\', '/')})`;
    return document
        .split('\n')
        .map((line) => {
            const [, number, promise] = row.exec(line) ?? [];
            if (number === undefined) return line;
            const tests = (named.get(number) ?? []).filter((path) => isTest.test(path));
            return `| ${number} | ${promise} | ${tests.map(link).join(', ') || 'open'} |`;
        })
        .join('\n');
}

export function generateThreats(): void {
    writeFileSync(threatsFile, withTestLinks(readFileSync(threatsFile, 'utf8')));
}
