import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { headingsOf, linksOf } from './docs.ts';
import { referenceFolder, referencePages } from './generate-reference.ts';

const pages = referencePages();
const all = [...pages.values()].join('\n');

test('docs/reference holds the pages that the contracts make, and no other', () => {
    expect(readdirSync(referenceFolder).toSorted()).toEqual([...pages.keys()].toSorted());
});

test.each([...pages])('docs/reference/%s is what the contracts say; `npm run gen` brings it up to date', (name, text) => {
    expect(readFileSync(join(referenceFolder, name), 'utf8')).toBe(text);
});

test('every endpoint that stays has a section with its credentials and its errors', () => {
    const shown = endpoints.filter(({ deprecation }) => !deprecation);
    expect(all.match(/^## (?:GET|POST|PUT|PATCH|DELETE|ANY) /gm)).toHaveLength(shown.length);
    expect(all.match(/^(?:Credentials: |No credentials\.)/gm)).toHaveLength(shown.length);
    expect(all.match(/^Errors: \[/gm)).toHaveLength(shown.length);
});

test('the list of all endpoints leads to each section', () => {
    const links = linksOf(pages.get('README.md') ?? '');
    expect(links).toHaveLength(endpoints.filter(({ deprecation }) => !deprecation).length);
    expect(links.filter(({ file, heading }) => !headingsOf(pages.get(file) ?? '').includes(heading ?? ''))).toEqual([]);
});
