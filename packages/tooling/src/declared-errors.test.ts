import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredErrors, endpoints, errorCatalog } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

const sources = globSync('apps/server/src/{kernel,rooms}/**/*.ts', { cwd: rootFolder })
    .filter((path) => !/\.(?:test|fixtures)\.ts$/.test(path))
    .map((path) => readFileSync(join(rootFolder, path), 'utf8'));

/** Codes of the catalogue that a source names, as in `new AppError('conflict')` or in a table of codes. */
function codesIn(source: string): string[] {
    return [...source.matchAll(/'(\w+)'/g)].map(([, text = '']) => text).filter((text) => Object.hasOwn(errorCatalog, text));
}

function undeclared(codes: readonly string[]): string[] {
    const declared = new Set<string>(endpoints.flatMap((endpoint) => declaredErrors(endpoint).map(({ code }) => code)));
    return [...new Set(codes)].filter((code) => !declared.has(code));
}

// Which endpoint reaches which verb is not followed: that the right one declares a code is for the test of the verb.
test('every error code that the server names is declared by an endpoint', () => {
    const codes = sources.flatMap(codesIn);
    expect(new Set(codes).size).toBeGreaterThan(40);
    expect(undeclared(codes)).toEqual([]);
});

test('a code that no endpoint declares is found', () => {
    expect(undeclared(['conflict', 'file_too_big'])).toEqual(['file_too_big']);
});
