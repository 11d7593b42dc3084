import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthCauseCodes } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withHealthTable } from './generate-health-table.ts';

test('docs/health.md lists every cause with what to do; `npm run gen` brings it up to date', () => {
    const text = readFileSync(join(rootFolder, 'docs/health.md'), 'utf8');
    expect(healthCauseCodes.filter((cause) => !text.includes(`| \`${cause}\` |`))).toEqual([]);
    expect(text).toBe(withHealthTable(text));
});
