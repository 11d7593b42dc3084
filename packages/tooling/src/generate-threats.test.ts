import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { listedNumbers, undocumentedNumbers, withTestLinks } from './generate-threats.ts';

const document = readFileSync(join(rootFolder, 'docs/internals/threats.md'), 'utf8');
const security = readFileSync(join(rootFolder, 'SECURITY.md'), 'utf8');
const listed = listedNumbers(document);

test('docs/internals/threats.md explains every number that the code or a test names', () => {
    expect(undocumentedNumbers(document)).toEqual([]);
    const planted = new Map([
        ['T-01', ['one.test.ts']],
        ['T-998', ['two.ts']]
    ]);
    expect(undocumentedNumbers(document, planted)).toEqual(['T-998']);
});

test('docs/internals/threats.md explains every number that SECURITY.md names', () => {
    const numbers = [...new Set(security.match(/\bT-\d+\b/g))];
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter((number) => !listed.includes(number))).toEqual([]);
});

test('every number has one explanation, and is held by a test or named as open in SECURITY.md', () => {
    expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
    const open = [...document.matchAll(/^\| ([TR]-\d+) \|.*\| open \|$/gm)].map(([, number = '']) => number);
    const openInSecurity = security.split('Open, or open in part')[1] ?? '';
    expect(open.filter((number) => !new RegExp(`${number}\\b`).test(openInSecurity))).toEqual([]);
});

test('docs/internals/threats.md links to the tests that there are; `npm run gen` brings it up to date', () => {
    expect(document).toBe(withTestLinks(document));
});
