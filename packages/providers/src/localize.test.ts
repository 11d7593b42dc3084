import { expect, test } from 'vitest';
import { categoryNames } from './category-names.ts';
import gem from './gem/provider.ts';
import google from './google/provider.ts';
import { providers } from './index.ts';
import { languages, localizeDefinition, localizeField, pickLanguage } from './localize.ts';
import { visibleFields } from './fields.ts';
import zendesk from './zendesk/provider.ts';

/** What an end user reads of our definitions. */
const words = new Set([
    ...categoryNames.values(),
    ...[...providers.values()].flatMap((definition) => {
        const { credentials, connection_config: config } = visibleFields(definition);
        const fields = [...Object.values(credentials), ...Object.values(config)];
        const scopes = 'scope_descriptions' in definition ? Object.values(definition.scope_descriptions ?? {}) : [];
        return [...fields.flatMap(({ title, description }) => (description === undefined ? [title] : [title, description])), ...scopes];
    })
]);
const untranslated = [...providers.values()].flatMap((definition) => definition.untranslated ?? []);
const translations = [...languages.values()].filter(({ lang }) => lang !== 'en').map((language) => [language.lang, language] as const);
const german = pickLanguage('de');

test('a category has a name, or is one that tells nothing', () => {
    const used = new Set([...providers.values()].flatMap(({ categories }) => categories));
    expect([...used].filter((id) => !categoryNames.has(id)).toSorted()).toEqual(['other', 'sandbox']);
    expect([...categoryNames.keys()].filter((id) => !used.has(id))).toEqual([]);
});

test.each(translations)('%s has every text of our definitions but those named as untranslated, and nothing besides', (_lang, { texts }) => {
    expect([...words].filter((text) => !Object.hasOwn(texts, text)).toSorted()).toEqual(untranslated.toSorted());
    expect(Object.keys(texts).filter((text) => !words.has(text))).toEqual([]);
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
});

test.each(translations)('%s ends its sentences like the English ones, and leaves names as they are', (_lang, { texts }) => {
    for (const [original, text] of Object.entries(texts)) {
        expect([original, /[.。]$/.test(text)]).toEqual([original, original.endsWith('.')]);
        for (const name of original.match(
            /Google|HubSpot|Microsoft|Salesforce|Xero|Ashby|Gem|Greenhouse|Stripe|OpenAI|Intercom|Zendesk|Lever/g
        ) ?? [])
            expect(text).toContain(name);
    }
});

test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.3, fr;q=0.9, de;q=0.5', 'fr'],
    ['en-GB,fr', 'en'],
    ['sv,nl;q=0.5', 'nl'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-TW', 'zh-Hans'],
    ['iw', 'he'],
    ['tlh,not a tag,__proto__', 'en'],
    [`${'xx,'.repeat(10_000)}de`, 'en']
])('%j is answered in %s', (accepted, lang) => {
    expect(pickLanguage(accepted).lang).toBe(lang);
});

test('a field is translated as a whole, or stays English and says so', () => {
    const known = { type: 'string', title: 'API key' } as const;
    expect(localizeField(german, known)).toEqual({ field: { ...known, title: 'API-Schlüssel' }, lang: 'de' });
    const halfKnown = { ...known, description: 'Nobody has translated this.' };
    expect(localizeField(german, halfKnown)).toEqual({ field: halfKnown, lang: 'en' });
    expect(localizeField(pickLanguage('en'), known)).toEqual({ field: known, lang: 'en' });
    const odd = { ...known, title: 'constructor' };
    expect(localizeField(german, odd)).toEqual({ field: odd, lang: 'en' });
});

test('a definition is translated where an end user reads it, and nowhere else', () => {
    expect(localizeDefinition(german, zendesk).connection_config).toMatchObject({
        subdomain: { title: 'Subdomain', description: 'Der erste Teil Ihrer Zendesk-Adresse.', suffix: '.zendesk.com' }
    });
    expect(localizeDefinition(german, google).scope_descriptions).toMatchObject({ email: 'Ihre E-Mail-Adresse sehen' });
    expect({ ...localizeDefinition(german, gem), credentials: gem.credentials, connection_config: gem.connection_config }).toEqual(gem);
});
