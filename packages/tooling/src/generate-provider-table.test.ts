import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withProviderTable } from './generate-provider-table.ts';

test('the table of docs/integrations.md is what the definitions say; `npm run gen` brings it up to date', () => {
    const text = readFileSync(join(rootFolder, 'docs/integrations.md'), 'utf8');
    expect(text).toContain('generate-provider-table.ts');
    expect(text).toBe(withProviderTable(text));
});
