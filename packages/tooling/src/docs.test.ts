import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defaultScopes, scopes } from '@patchbay/contracts';
import { destinationFields, providers } from '@patchbay/providers';
import { expect, test } from 'vitest';
import { documents, fillIncludes, headingsOf, linksOf, rootFolder } from './docs.ts';

const read = (path: string) => readFileSync(join(rootFolder, path), 'utf8');

test.each(documents)('%s shows the code that is really run; `npm run gen` brings it up to date', (name) => {
    expect(fillIncludes(read(name), read)).toBe(read(name));
});

test.each(documents)('what %s links to exists, headings too', (name) => {
    const broken = linksOf(read(name)).filter(({ file, heading }) => {
        const target = file === '' ? name : join(dirname(name), file);
        if (!existsSync(join(rootFolder, target))) return true;
        return heading !== undefined && !headingsOf(read(target)).includes(heading);
    });
    expect(broken).toEqual([]);
});

test.each([
    ['attempt code', 'packages/contracts/src/attempt-codes.ts', /attemptCodes = \[([^\]]*)/, /'(\w+)'/g],
    // The page is told of these two as `embed_misconfigured` and `no_token`.
    ['code of the Connect UI', 'apps/connect-ui/src/screens/fatal/state.ts', /FatalCode =([^;]*)/, /'(?!not_offered|start_failed)(\w+)'/g],
    ['event', 'packages/contracts/src/widget-message.ts', /widgetEvents = \[([^\]]*)/, /'(\w+)'/g],
    ['appearance variable', 'packages/contracts/src/widget-message.ts', /interface AppearanceVariables \{([^}]*)/, /(\w+)\?:/g],
    ['locale', 'apps/connect-ui/src/i18n/locales.ts', /locales = \{([\s\S]*?)\n\}/, /^ {4}'?([\w-]+)'?: \{/gm]
])('docs/embedding.md names every %s', (_what, file, list, names) => {
    const all = [...(list.exec(read(file))?.[1] ?? '').matchAll(names)].map(([, name = '']) => name);
    expect(all.length).toBeGreaterThan(5);
    const page = read('docs/embedding.md');
    expect(all.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test.each(['docs/embedding.md', 'packages/browser-sdk/README.md'])('%s pins the version that there is', (name) => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(new Set(read(name).match(/(?<=\/v)\d+\.\d+\.\d+(?=\/)/g))).toEqual(new Set([version]));
});

test('docs/keys.md lists every scope, what it is for, and whether a new key has it', () => {
    const rows = [...read('docs/keys.md').matchAll(/^\| `(environment:[\w:*]+)` \| (.+) \| (yes|no) \|$/gm)];
    expect(rows.map(([, scope]) => scope)).toEqual([...scopes]);
    expect(rows.filter(([, , , isDefault]) => isDefault === 'yes').map(([, scope]) => scope)).toEqual([...defaultScopes]);
});

test('docs/keys.md names every field that chooses where credentials are sent', () => {
    const page = read('docs/keys.md').split('## Where credentials are sent')[1] ?? '';
    const free = [...providers.values()].flatMap((provider) => destinationFields(provider).map((field) => [provider.id, field]));
    expect(free.length).toBeGreaterThan(0);
    expect(free.flat().filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
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
