import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceHashesFile, sourceHashesSource } from './generate-source-hashes.ts';

test('the hashes of built-in functions are those of their sources; `npm run gen` brings them up to date', async () => {
    expect(readFileSync(sourceHashesFile, 'utf8')).toBe(await sourceHashesSource());
});
