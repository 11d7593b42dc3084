import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalog } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { headingsOf, rootFolder } from './docs.ts';
import { errorsDocument } from './generate-errors.ts';

const written = readFileSync(join(rootFolder, 'docs/errors.md'), 'utf8');

test('docs/errors.md is what the contracts say; `npm run gen` brings it up to date', () => {
    expect(written).toBe(errorsDocument());
});

test('every code has a heading of its own, which links lead to', () => {
    expect(headingsOf(written)).toEqual(expect.arrayContaining(Object.keys(errorCatalog)));
});
