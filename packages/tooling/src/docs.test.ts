import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { destinationFields, providers } from '@patchbay/providers';
import { expect, test } from 'vitest';
import { documents, endpointsIn, fillIncludes, headingsOf, isEndpoint, isPathOf, linksOf, pathsIn, rootFolder, treesIn } from './docs.ts';
import { serverRooms } from './server-rooms.ts';
import { readSources } from './source-file.ts';

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

const files = globSync(['*', '.*', '{.changeset,.github,apps,deploy,docs,e2e,examples,packages,scripts}/**'], {
    cwd: rootFolder,
    exclude: ['**/node_modules/**', '**/dist/**']
}).map((path) => path.replaceAll('\\', '/'));
/** Paths that commands make, or that stand for others. */
const notInCheckout = [
    '.tools/',
    '<any-name>.md',
    'dist/packages/',
    // Fields of a deployment.
    'flowConfigs.fileBody.js',
    'flowConfigs.fileBody.ts',
    'onEventScriptsByProvider.scripts.fileBody.js',
    'onEventScriptsByProvider.scripts.fileBody.ts',
    'fork.json',
    'functions.js',
    'gem/built-in/candidates/',
    'http/json',
    'http/protobuf',
    'multipart/form-data',
    'node_modules/.cache/patchbay',
    'packages/db/migrations/NNNN_name.sql',
    'packages/providers/src/acme/provider.ts',
    'secrets/database-url',
    'secrets/encryption-keys',
    'test-results/screens/after',
    'test-results/screens/before'
];

/** Idioms that readers of other languages take literally: write "manage". */
const idioms = /\blook(?:s|ed|ing)? after\b/i;
const changesets = globSync('.changeset/*.md', { cwd: rootFolder });

test.each([...documents, ...changesets])('%s writes plain words in place of idioms', (name) => {
    expect(read(name).match(idioms)?.[0]).toBeUndefined();
});

// What stands in backticks on the pages of providers is theirs, such as scopes.
const withoutPaths = documents.filter((name) => name === 'CHANGELOG.md' || name.startsWith('docs/providers/'));

test.each(documents.filter((name) => !withoutPaths.includes(name)))('the paths that %s names exist', (name) => {
    const paths = pathsIn(read(name)).filter((path) => !notInCheckout.includes(path));
    expect(paths.filter((path) => !isPathOf(files, path))).toEqual([]);
});

test.each(documents.filter((name) => name !== 'CHANGELOG.md'))('the endpoints that %s names exist', (name) => {
    expect(endpointsIn(read(name)).filter((endpoint) => !isEndpoint(endpoint))).toEqual([]);
});

test('an endpoint that no contract has is found, and what a code block calls is not looked at', () => {
    const document = [
        'Mint by `POST /connect/sessions`, ask `GET /connections?endUserId=1` or `GET /proxy/v3/contacts`, `PATCH /connections/:id`.',
        '```ts\n// `POST /your-backend`\n```',
        'Not `POST /connect/session`, `PUT /connections/:id`, `GET /connections/:id/tags` or `GET /provider?search=`.'
    ].join('\n\n');
    expect(endpointsIn(document).filter((endpoint) => !isEndpoint(endpoint))).toEqual([
        'POST /connect/session',
        'PUT /connections/:id',
        'GET /connections/:id/tags',
        'GET /provider'
    ]);
});

test('the rooms and verbs that ARCHITECTURE.md names exist', () => {
    const named = Array.from(read('ARCHITECTURE.md').matchAll(/`([a-z]+(?:-[a-z]+)+)`/g), ([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !isPathOf(files, name))).toEqual([]);
});

test('the maps of ARCHITECTURE.md show what is there', () => {
    const shown = treesIn(read('ARCHITECTURE.md'));
    expect(shown).toEqual(expect.arrayContaining(['packages/contracts', 'apps/server/src/kernel/http', 'apps/connect-ui/src/flow']));
    expect(shown.filter((path) => !existsSync(join(rootFolder, path)))).toEqual([]);
});

test.each(['platform', 'connections', 'connect', 'management', 'traffic'])(
    'the map of the server shows the rooms of %s/ in their order',
    (area) => {
        const [, shown = ''] = new RegExp(`^ {2}${area}/ +(.+)$`, 'm').exec(read('ARCHITECTURE.md')) ?? [];
        const rooms = serverRooms.map((room) => room.split('/')).filter(([first, , folder]) => first === area && folder === undefined);
        expect(shown.split(/ < |, /)).toEqual(rooms.map(([, room]) => room));
    }
);

/** The lists of the main journeys, by what is above each: their files, and those in brackets. */
const journeys = Array.from(
    (read('ARCHITECTURE.md').split('## The main journeys')[1] ?? '')
        .split('\n## ', 1)
        .join('')
        .matchAll(/^`(.+)`:\n\n((?:\d+\. .+\n)+)/gm),
    ([, title = '', list = '']) => ({ title, steps: list.trim().split('\n').map(pathsIn) })
);

const serverSources = readSources(rootFolder, 'apps/server/src').filter(({ isForDevelopment }) => !isForDevelopment);

test.each(journeys)('the journey of $title in ARCHITECTURE.md names files that call each other', ({ steps }) => {
    const sourceOf = (path: string) => serverSources.filter((source) => source.path.endsWith(`/${path}`));
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.flat().filter((path) => sourceOf(path).length !== 1)).toEqual([]);
    const passed = steps.map(([path = '']) => path);
    const imported = (path: string) => sourceOf(path).flatMap(({ imports }) => imports.map(({ target }) => target));
    const isCalled = (path: string, index: number) =>
        index === 0 || passed.slice(0, index).some((earlier) => imported(earlier).includes(sourceOf(path)[0]?.path));
    expect(passed.filter((path, index) => !isCalled(path, index))).toEqual([]);
    // What is in brackets is asked by the file before it.
    const asked = steps.flatMap(([path = '', ...rest]) => rest.map((each) => [path, each] as const));
    expect(asked.filter(([path, each]) => !imported(path).includes(sourceOf(each)[0]?.path))).toEqual([]);
});

test('ARCHITECTURE.md lists the main journeys, and each takes at most eight files', () => {
    expect(journeys.map(({ title }) => title)).toEqual([
        'POST /connect/sessions',
        'GET /oauth/callback',
        'GET /connections/:connection_id',
        'ANY /proxy/*'
    ]);
    expect(journeys.filter(({ steps }) => steps.length > 8)).toEqual([]);
});

test.each(documents)('the commands of this checkout that %s names exist', (name) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(name).matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(?:start|test)\b)/g)].map(
        ([whole, script]) => script ?? whole.slice(4)
    );
    expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
});

test('docs/embedding.md names every code of the Connect UI', () => {
    const [, declared = ''] = /FatalCode =([^;]*)/.exec(read('apps/connect-ui/src/screens/fatal/state.ts')) ?? [];
    // The page is told of these two as `embed_misconfigured` and `no_token`.
    const all = Array.from(declared.matchAll(/'(?!not_offered|start_failed)(\w+)'/g), ([, name = '']) => name);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((name) => !read('docs/embedding.md').includes(`\`${name}\``))).toEqual([]);
});

test.each(['docs/embedding.md', 'packages/browser-sdk/README.md'])('%s pins the version that there is', (name) => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(new Set(read(name).match(/(?<=\/v)\d+\.\d+\.\d+(?=\/)/g))).toEqual(new Set([version]));
});

test('docs/keys.md names every field that chooses where credentials are sent', () => {
    const page = read('docs/keys.md').split('## Where credentials are sent')[1] ?? '';
    const free = [...providers.values()].flatMap((provider) => destinationFields(provider).map((field) => [provider.id, field]));
    expect(free.length).toBeGreaterThan(0);
    expect(free.flat().filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
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
