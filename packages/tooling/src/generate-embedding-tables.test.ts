import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { appearanceVariables, attemptCodes } from '@patchbay/contracts';
import { widgetEvents } from '@patchbay/contracts/widget-message';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { commentOf, withEmbeddingTables } from './generate-embedding-tables.ts';

const document = readFileSync(join(rootFolder, 'docs/embedding.md'), 'utf8');

test('docs/embedding.md lists events, codes, looks and locales as their sources say; `npm run gen` brings it up to date', () => {
    expect(document).toBe(withEmbeddingTables(document));
});

const texts = globSync('apps/connect-ui/src/i18n/texts.*.ts', { cwd: rootFolder, exclude: ['**/*.test.ts'] });

test.each([
    ['event', [...widgetEvents]],
    ['attempt code', [...attemptCodes]],
    ['appearance variable', Object.keys(appearanceVariables.shape).map((name) => `variables.${name}`)],
    ['locale', texts.map((file) => basename(file).slice('texts.'.length, -'.ts'.length))]
])('docs/embedding.md has a row for every %s', (_what, names) => {
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !document.includes(`\n| \`${name}\` | `))).toEqual([]);
});

test('a comment of several lines is read as one, without what is above another item', () => {
    const source = "[\n    /** Of a. */\n    'a',\n    /**\n     * Of b, in\n     * two lines.\n     */\n    'b',\n    'c'\n]";
    expect([commentOf(source, 'a'), commentOf(source, 'b')]).toEqual(['Of a.', 'Of b, in two lines.']);
    expect(() => commentOf(source, 'c')).toThrow("No comment above 'c'");
});

test('a place for a table that the generator lacks is refused', () => {
    const unknown = '<!-- generated: packages/tooling/src/generate-embedding-tables.ts, boxes -->\n<!-- end -->';
    expect(() => withEmbeddingTables(unknown)).toThrow('no table of boxes');
});
