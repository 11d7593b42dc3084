import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unifiedExamplesFile, unifiedExamplesSource } from './generate-unified-examples.ts';

test('the examples of the unified API are what the contracts say; `npm run gen` brings them up to date', () => {
    expect(readFileSync(unifiedExamplesFile, 'utf8')).toBe(unifiedExamplesSource());
});
