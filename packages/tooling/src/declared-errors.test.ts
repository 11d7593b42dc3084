import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogEntry, dashboardEndpoints, declaredErrors, endpoints, errorCatalog, errorReference } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

const textOf = (path: string) => readFileSync(join(rootFolder, path), 'utf8');
const sources = globSync('apps/server/src/{kernel,rooms}/**/*.ts', { cwd: rootFolder })
    .filter((path) => !/\.(?:test|fixtures)\.ts$/.test(path))
    .map(textOf);
/** They see what callers see; of the codes of deployed functions, what the server passes on. */
const tests = globSync(['apps/server/src/**/*.test.ts', 'e2e/**/*.spec.ts', 'packages/runner/src/*.test.ts'], {
    cwd: rootFolder,
    exclude: ['**/node_modules/**']
}).map(textOf);

/** Codes of the catalogue as texts: `'conflict'`, or `'409 conflict'` as tests write outcomes. */
function codesIn(source: string): string[] {
    return [...source.matchAll(/'(?:\d{3} )?(\w+)'/g)].map(([, text = '']) => text).filter((text) => Object.hasOwn(errorCatalog, text));
}

function untested(texts: readonly string[]): string[] {
    const seen = new Set(texts.flatMap(codesIn));
    return Object.keys(errorCatalog).filter((code) => !seen.has(code));
}

function undeclared(codes: readonly string[]): string[] {
    const declared = new Set<string>(
        [...endpoints, ...dashboardEndpoints].flatMap((endpoint) => declaredErrors(endpoint).map(({ code }) => code))
    );
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

test('a test expects each error code of the catalogue', () => {
    const missing = untested(tests);
    expect(missing, `No test expects ${missing.join(', ')}. Write one beside the room that throws it, or delete the code.`).toEqual([]);
});

test('a code that no test expects is found, though a title has its word', () => {
    const others = Object.keys(errorCatalog).filter((code) => code !== 'conflict');
    expect(untested([...others.map((code) => `'400 ${code}'`), "test('a conflict is logged')"])).toEqual(['conflict']);
});
