import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopes } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withScopeTable } from './generate-scope-table.ts';

test('docs/keys.md lists every scope, what it is for, and whether a new key has it; `npm run gen` brings it up to date', () => {
    const text = readFileSync(join(rootFolder, 'docs/keys.md'), 'utf8');
    expect(scopes.filter((scope) => !text.includes(`| \`${scope}\` |`))).toEqual([]);
    expect(text).toBe(withScopeTable(text));
});
