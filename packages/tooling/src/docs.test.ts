import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents, fileLinks, fillIncludes, rootFolder } from './docs.ts';

const read = (path: string) => readFileSync(join(rootFolder, path), 'utf8');

test.each(documents)('%s shows the code that is really run; `npm run gen` brings it up to date', (name) => {
    expect(fillIncludes(read(name), read)).toBe(read(name));
});

test.each(documents)('every file that %s links to exists', (name) => {
    expect(fileLinks(read(name)).filter((target) => !existsSync(join(rootFolder, target)))).toEqual([]);
});

test('the README explains every variable that the server reads', () => {
    const readme = read('README.md');
    const variables = [...read('apps/server/src/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('the embed example of the README is at most 15 lines', () => {
    const lines = [...read('README.md').matchAll(/<!-- include \S+ -->\n```\w+\n([\s\S]*?)\n```/g)].flatMap(([, code = '']) =>
        code.split('\n').filter((line) => line.trim() !== '')
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThanOrEqual(15);
});

test('every threat that SECURITY.md calls tested is named by a test', () => {
    const rows = /\| Area \| Tested \|\n([\s\S]*?)\n\n/.exec(read('SECURITY.md'))?.[1] ?? '';
    const claimed = [...rows.matchAll(/T-(\d+)(?: to T-(\d+))?/g)].flatMap(([, from = '', to = from]) => {
        const first = Number(from);
        return Array.from({ length: Number(to) - first + 1 }, (_, index) => `T-${String(first + index).padStart(2, '0')}`);
    });
    const tests = globSync('{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: rootFolder, exclude: ['**/node_modules/**'] }).map(read);
    expect(claimed.length).toBeGreaterThan(50);
    expect(claimed.filter((id) => !tests.some((text) => new RegExp(`${id}\\b`).test(text)))).toEqual([]);
});
