import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';
import { readSources } from './source-file.ts';

const generators = readSources(rootFolder, 'packages/tooling/src', 'generate.ts').flatMap(({ imports }) =>
    imports.map(({ target = '' }) => target)
);

test('the generators that `npm run gen` calls are found', () => {
    expect(generators.length).toBeGreaterThan(5);
});

// So that `npm run check` finds every stale file without writing it.
test.each(generators)('what %s writes is compared by the test beside it', (generator) => {
    const file = join(rootFolder, generator.replace('.ts', '.test.ts'));
    const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(source).toMatch(/^test.*npm run gen/m);
});
