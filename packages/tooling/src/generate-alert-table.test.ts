import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertRuleCodes } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { withAlertTable } from './generate-alert-table.ts';

test('docs/alerts.md lists every rule with what to do; `npm run gen` brings it up to date', () => {
    const text = readFileSync(join(rootFolder, 'docs/alerts.md'), 'utf8');
    expect(alertRuleCodes.filter((rule) => !text.includes(`| \`${rule}\` |`))).toEqual([]);
    expect(text).toContain('"type": "issue.opened"');
    expect(text).toBe(withAlertTable(text));
});
