import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineEndpoint } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { documents, rootFolder } from './docs.ts';
import { withFieldTables } from './generate-field-tables.ts';

const texts = documents.map((name) => ({ name, text: readFileSync(join(rootFolder, name), 'utf8') }));
const withTables = texts.filter(({ text }) => /^<!-- fields: /m.test(text));

test('the backend page describes sessions and lists, the page of integrations what one can say', () => {
    expect(withTables.map(({ name }) => name)).toEqual(['docs/backend.md', 'docs/integrations.md']);
});

test.each(withTables)('the fields that $name lists are those of the contracts; `npm run gen` brings it up to date', ({ text }) => {
    expect(text).toBe(withFieldTables(text));
});

const makeBox = defineEndpoint({
    id: 'makeBox',
    method: 'POST',
    path: '/boxes',
    summary: 'Make a box.',
    auth: ['secret_key'],
    body: z.strictObject({
        size: z.int().describe('Width in cm.'),
        lid: z
            .strictObject({ colour: z.string().describe('Of the paint.') })
            .optional()
            .describe('What closes it.')
    }),
    success: { status: 204 }
});

test('a table has the fields of the body with what the contract says of them, and the text around it stays', () => {
    const filled = withFieldTables('Before.\n<!-- fields: makeBox body -->\nold\n<!-- end -->\nAfter.', [makeBox]);
    expect(filled).toBe(`Before.
<!-- fields: makeBox body -->
| Field | Description |
| --- | --- |
| \`size\` | Width in cm. Required. |
| \`lid\` | What closes it. |
<!-- end -->
After.`);
    expect(withFieldTables(filled, [makeBox])).toBe(filled);
});

test.each(['makeLid body', 'makeBox query'])('a table of %s, which no contract has, is refused', (named) => {
    expect(() => withFieldTables(`<!-- fields: ${named} -->\n<!-- end -->`, [makeBox])).toThrow('No endpoint');
});
