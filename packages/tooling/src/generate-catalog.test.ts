import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogSource, generateCatalog, providerIds, providersFolder } from './generate-catalog.ts';

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the catalogue is what `npm run gen` would write now', () => {
    expect(readFileSync(`${providersFolder}/catalog.gen.ts`, 'utf8')).toBe(catalogSource(providerIds(providersFolder)));
});

test('folders with a definition are in the catalogue, in the order of their ids, under names that TypeScript takes', () => {
    for (const id of ['zeta', '3-acme-crm', 'texts']) mkdirSync(`${folder}/${id}`);
    for (const id of ['zeta', '3-acme-crm']) writeFileSync(`${folder}/${id}/provider.ts`, '');
    generateCatalog(folder);
    const catalogue = readFileSync(`${folder}/catalog.gen.ts`, 'utf8');
    expect(catalogue).toContain("import p3AcmeCrm from './3-acme-crm/provider.ts';\nimport zeta from './zeta/provider.ts';");
    expect(catalogue).toContain('[\n    p3AcmeCrm,\n    zeta\n]');
});
