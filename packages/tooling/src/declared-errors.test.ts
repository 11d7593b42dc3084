import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogEntry, declaredErrors, endpoints, errorCatalog, errorReference } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

const sources = globSync('apps/server/src/{kernel,rooms}/**/*.ts', { cwd: rootFolder })
    .filter((path) => !/\.(?:test|fixtures)\.ts$/.test(path))
    .map((path) => readFileSync(join(rootFolder, path), 'utf8'));

/** Codes of the catalogue in a source, as in `new AppError('conflict')` or in a table of codes. */
function codesIn(source: string): string[] {
    return [...source.matchAll(/'(\w+)'/g)].map(([, text = '']) => text).filter((text) => Object.hasOwn(errorCatalog, text));
}

function undeclared(codes: readonly string[]): string[] {
    const declared = new Set<string>(endpoints.flatMap((endpoint) => declaredErrors(endpoint).map(({ code }) => code)));
    return [...new Set(codes)].filter((code) => !declared.has(code));
}

// Which endpoint responds with which code is checked in the server's tests
// (`undeclared_error_code`).
test('every error code that the server names is declared by an endpoint', () => {
    const codes = sources.flatMap(codesIn);
    expect(new Set(codes).size).toBeGreaterThan(40);
    expect(undeclared(codes)).toEqual([]);
});

test('a code that no endpoint declares is found', () => {
    expect(undeclared(['conflict', 'file_too_big'])).toEqual(['file_too_big']);
});

test('a code that one endpoint has, with the usual status, is declared in the catalogue, and others in the contracts', () => {
    const catalogue: Readonly<Record<string, CatalogEntry>> = errorCatalog;
    const named = endpoints.flatMap(({ id, errors = {} }) => Object.entries(errors).map(([code, status]) => ({ id, code, status })));
    const ids: readonly string[] = endpoints.map(({ id }) => id);
    const misplaced = errorReference(endpoints).filter(({ code, endpoints: having }) => {
        const { at } = catalogue[code] ?? {};
        const inContracts = named.filter((each) => each.code === code);
        if (at !== undefined) return !ids.includes(at) || inContracts.length > 0;
        return having.length === 1 && inContracts.length === 1 && inContracts[0]?.status === true;
    });
    expect(misplaced).toEqual([]);
});
