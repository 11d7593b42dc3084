import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { readConfigSource, withVariableTable } from './generate-variables.ts';

const readme = readFileSync(join(rootFolder, 'README.md'), 'utf8');

test('the README lists what config.ts says of each variable; `npm run gen` brings it up to date', () => {
    expect(readme).toBe(withVariableTable(readme));
});

test('every variable that the server reads is in the README', () => {
    const variables = Array.from(readConfigSource().matchAll(/^ {4}([A-Z][A-Z_]+):/gm), ([, name = '']) => name);
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
});
