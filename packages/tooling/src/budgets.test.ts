import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const widget = 'apps/connect-ui/dist';
const sdk = 'packages/browser-sdk/dist';
const dashboard = 'apps/dashboard/dist';

/**
 * What end users download, gzip level 9, and the most it may be, in KiB; made by
 * `npx turbo run build`.
 */
const budgets: [what: string, files: () => string[], kib: number][] = [
    ['the module', () => [`${sdk}/index.js`], 4.75],
    ['the headless module', () => [`${sdk}/headless.js`], 2],
    ['the element, on top of the module', () => [`${sdk}/element.js`], 1.2],
    ['the script', () => [`${sdk}/connect.js`], 5.9],
    ['the Connect UI’s page', () => [`${widget}/index.html`], 4],
    ['the Connect UI’s scripts before the list', () => namedInPage('js'), 105],
    ['the Connect UI’s stylesheet', () => namedInPage('css'), 8],
    ['the screens after the list, with their texts', () => assets(/^IntegrationScreens-.*\.js$/), 14]
];

test.each(budgets)('%s is within its budget', (_what, files, kib) => {
    expectSmall(files(), kib);
});

test('the React components are within their budget, on top of the module that they come with', () => {
    const module = readFileSync(join(root, sdk, 'index.js'));
    const both = Buffer.concat([module, readFileSync(join(root, 'packages/react-sdk/dist/index.js'))]);
    const size = (code: Buffer) => gzipSync(code, { level: 9 }).length;
    expect(size(both) - size(module)).toBeLessThanOrEqual(1.2 * 1024);
});

test('the scripts of the dashboard’s first page are within their budget', () => {
    // With what it loads at once: entry, shell, home, and what they share.
    const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(root, dashboard, 'manifest.json'), 'utf8'));
    const files = new Set<string>();
    const add = (name: string) => {
        const chunk = manifest[name];
        if (!chunk || files.has(chunk.file)) return;
        files.add(chunk.file);
        for (const imported of chunk.imports ?? []) add(imported);
    };
    add('index.html');
    add('src/pages/home/HomePage.tsx');
    expect(files.size).toBeGreaterThan(2);
    expectSmall(
        [...files].map((file) => `${dashboard}/${file}`),
        180
    );
});

interface Chunk {
    file: string;
    imports?: string[];
}

test('each of the two files of a locale’s texts is within its budget', () => {
    const catalogues = assets(/^(?:later-)?texts\..*\.js$/);
    expect(catalogues.filter((file) => file.includes('later-')).length).toBe(catalogues.length / 2);
    expect(catalogues.length).toBeGreaterThan(1);
    for (const file of catalogues) expectSmall([file], 4);
});

test('before the list there are four requests: the page, one script, one stylesheet, and the session', () => {
    expect([namedInPage('js').length, namedInPage('css').length]).toEqual([1, 1]);
});

function expectSmall(files: string[], kib: number): void {
    expect(files).not.toEqual([]);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, file)), { level: 9 }).length, 0);
    expect(bytes, `${files.join(', ')} may have ${kib} KiB.${heaviest(files)}`).toBeLessThanOrEqual(kib * 1024);
}

function namedInPage(ending: string): string[] {
    const html = readFileSync(join(root, widget, 'index.html'), 'utf8');
    return [...html.matchAll(/"\/ui\/(assets\/[^"]+)"/g)]
        .map(([, path]) => `${widget}/${path}`)
        .filter((path) => path.endsWith(`.${ending}`));
}

function assets(name: RegExp): string[] {
    return readdirSync(join(root, widget, 'assets'))
        .filter((file) => name.test(file))
        .map((file) => `${widget}/assets/${file}`);
}

/** The modules of ours and of others that make the files heavy, before they are made small. */
function heaviest(files: string[]): string {
    if (!files.every((file) => file.startsWith(widget) && file.endsWith('.js'))) return '';
    const modules: Record<string, [module: string, bytes: number][]> = JSON.parse(readFileSync(join(root, widget, 'modules.json'), 'utf8'));
    const largest = files.flatMap((file) => modules[file.slice(widget.length + 1)] ?? []).slice(0, 12);
    return ` Largest modules: ${largest.map(([module, bytes]) => `${module} ${Math.round(bytes / 1024)} KiB`).join(', ')}.`;
}
