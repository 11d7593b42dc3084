import { expect, test } from 'vitest';
import { categoryNames } from './category-names.ts';
import gem from './gem/provider.ts';
import google from './google/provider.ts';
import { providers } from './index.ts';
import { languages, localizeDefinition, localizeField, localizeGuide, pickLanguage } from './localize.ts';
import { visibleFields } from './fields.ts';
import zendesk from './zendesk/provider.ts';

/** What an end user reads of our definitions. */
const words = new Set([
    ...categoryNames.values(),
    ...[...providers.values()].flatMap((definition) => {
        const { credentials, connection_config: config } = visibleFields(definition);
        const fields = [...Object.values(credentials), ...Object.values(config)];
        const scopes = 'scope_descriptions' in definition ? Object.values(definition.scope_descriptions ?? {}) : [];
        const texts = fields.flatMap(({ title, description = [], enum_labels: labels = {} }) =>
            [title, description, Object.values(labels)].flat()
        );
        return [...texts, ...(definition.guide ?? []), ...scopes];
    })
]);
const untranslated = [...new Set([...providers.values()].flatMap((definition) => definition.untranslated ?? []))];
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
            /Google|HubSpot|Microsoft|Salesforce|Xero|Ashby|Gem|Greenhouse|Stripe|OpenAI|Intercom|Zendesk|Lever|Shopify/g
        ) ?? [])
            expect(text).toContain(name);
    }
});

test.each(translations)("%s keeps the vendors' labels and addresses as they are", (_lang, { texts }) => {
    for (const [original, text] of Object.entries(texts)) {
        const kept = original.match(/(?<=“)[^”]+(?=”)|\b[a-z.]+\.com[/\w-]*/g) ?? [];
        expect([original, kept.filter((label) => !text.includes(label))]).toEqual([original, []]);
    }
});

test.each(translations)('%s names a choice in a guide as the form does', (_lang, { texts }) => {
    const labels = [...providers.values()].flatMap((definition) => {
        const fields = Object.values(visibleFields(definition).connection_config);
        return fields
            .flatMap(({ enum_labels: choices = {} }) => Object.values(choices))
            .map((label) => [label, definition.guide ?? []] as const);
    });
    for (const [label, guide] of labels)
        for (const step of guide.filter((text) => text.includes(label))) expect(texts[step]).toContain(texts[label]);
});

/** Names in a vendor's English interface that English texts have without quotation marks. */
const vendorNames: Readonly<Record<string, string[]>> = {
    'Application secret': ['Application secret'],
    'Client ID': ['Client ID'],
    'Client secret': ['Client secret'],
    'Secret or restricted key': ['Secret key', 'Restricted key'],
    'Shareable access key': ['Shareable access key'],
    'User ID': ['User ID'],
    'Only for a shareable access key. Leave it empty with a team key.': ['Shareable access key', 'Team key']
};

test.each(translations)('%s keeps in English what has to be found in a vendor’s interface', (_lang, { texts }) => {
    const lost = Object.entries(vendorNames).filter(([original, names]) => names.some((name) => !texts[original]?.includes(name)));
    expect(lost).toEqual([]);
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

test('a field is translated as a whole, or stays English and is marked as English', () => {
    const known = { type: 'string', title: 'API key' } as const;
    expect(localizeField(german, known)).toEqual({ field: { ...known, title: 'API-Schlüssel' }, lang: 'de' });
    const halfKnown = { ...known, description: 'This has no translation.' };
    expect(localizeField(german, halfKnown)).toEqual({ field: halfKnown, lang: 'en' });
    expect(localizeField(pickLanguage('en'), known)).toEqual({ field: known, lang: 'en' });
    const odd = { ...known, title: 'constructor' };
    expect(localizeField(german, odd)).toEqual({ field: odd, lang: 'en' });
});

test('a guide is translated as a whole, or stays English and is marked as English', () => {
    const known = 'Paste it here. Only its first part is kept.';
    expect(localizeGuide(german, { guide: [known] })).toEqual({
        steps: ['Fügen Sie sie hier ein. Nur ihr erster Teil bleibt stehen.'],
        lang: 'de'
    });
    expect(localizeGuide(german, { guide: [known, 'This has no translation.'] })).toEqual({
        steps: [known, 'This has no translation.'],
        lang: 'en'
    });
});

test('the labels of choices are translated with their field', () => {
    const field = { type: 'string', title: 'Data region', enum: ['eu'], enum_labels: { '': 'United States', eu: 'Europe' } } as const;
    expect(localizeField(german, field)).toEqual({
        field: { ...field, title: 'Datenregion', enum_labels: { '': 'Vereinigte Staaten', eu: 'Europa' } },
        lang: 'de'
    });
    const halfKnown = { ...field, enum_labels: { eu: 'Narnia' } };
    expect(localizeField(german, halfKnown)).toEqual({ field: halfKnown, lang: 'en' });
});

test('a definition is translated where an end user reads it, and nowhere else', () => {
    expect(localizeDefinition(german, zendesk).connection_config).toMatchObject({
        subdomain: { title: 'Subdomain', description: 'Der erste Teil Ihrer Zendesk-Adresse.', suffix: '.zendesk.com' }
    });
    expect(localizeDefinition(german, zendesk).guide).toEqual(localizeGuide(german, zendesk).steps);
    expect(localizeDefinition(german, google).scope_descriptions).toMatchObject({ email: 'Ihre E-Mail-Adresse sehen' });
    expect({
        ...localizeDefinition(german, gem),
        credentials: gem.credentials,
        connection_config: gem.connection_config,
        guide: gem.guide
    }).toEqual(gem);
});
