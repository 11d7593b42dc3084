import { expect, test } from 'vitest';
import { Catalog } from './catalog.ts';
import { defineProvider } from './provider.ts';

const provider = (id: string, other_ids: readonly string[] = []) =>
    defineProvider({ id, other_ids, display_name: id, categories: ['other'], auth_mode: 'NONE', docs: 'https://acme.example/docs' });

test('a provider is found by its id and by those that other services have for it, and is listed once', () => {
    const catalog = new Catalog([provider('acme', ['acme-oauth']), provider('beta')]);
    expect([catalog.get('acme')?.id, catalog.get('acme-oauth')?.id, catalog.get('constructor')]).toEqual(['acme', 'acme', undefined]);
    expect([catalog.has('acme-oauth'), catalog.has('gamma'), [...catalog.keys()]]).toEqual([true, false, ['acme', 'beta']]);
});

test('two providers with one id are refused', () => {
    expect(() => new Catalog([provider('acme', ['beta']), provider('beta')])).toThrow('Two providers have the id beta: acme and beta.');
});
