import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogSource, providerIds, providersFolder } from './generate-catalog.ts';
import { newProvider } from './new-provider.ts';

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'providers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the catalogue is what `npm run gen` would write now', () => {
    expect(readFileSync(`${providersFolder}/catalog.gen.ts`, 'utf8')).toBe(catalogSource(providerIds(providersFolder)));
});

test('a new provider gets a folder and a place in the catalogue', () => {
    newProvider('zeta', folder);
    const file = newProvider('3-acme-crm', folder);
    expect(readFileSync(file, 'utf8')).toContain("id: '3-acme-crm',\n    display_name: '3 Acme Crm',");
    // The rules for all providers refuse this text, so that it cannot be forgotten.
    expect(readFileSync(file, 'utf8')).toContain("text: 'TODO'");
    expect(readFileSync(file, 'utf8')).toContain("guide: ['In 3 Acme Crm, go to “TODO → TODO”.'");
    const catalogue = readFileSync(`${folder}/catalog.gen.ts`, 'utf8');
    expect(catalogue).toContain("import p3AcmeCrm from './3-acme-crm/provider.ts';\nimport zeta from './zeta/provider.ts';");
    expect(catalogue).toContain('[\n    p3AcmeCrm,\n    zeta\n]');
});

test.each(['', 'Acme', '../acme', 'acme_crm', '-acme', 'acme--crm', 'acme/crm'])('%j is no id', (id) => {
    expect(() => newProvider(id, folder)).toThrow("can't be an id");
});

test('a provider that exists is left alone', () => {
    newProvider('acme', folder);
    expect(() => newProvider('acme', folder)).toThrow('There is a provider "acme" already');
});
