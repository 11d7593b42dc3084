import { expect, test } from 'vitest';
import { pageLanguage, pageTexts } from './page-texts.ts';
import { texts as english } from './page-texts/en.ts';

const gapsOf = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, [...new Set(text.match(/\{\w+\}/g))].toSorted()]));

test.each(Object.entries(pageTexts))('%s says everything that English says, names the same, and is not in English', (locale, catalogue) => {
    const texts: Readonly<Record<string, string>> = catalogue;
    expect(gapsOf(texts)).toEqual(gapsOf(english));
    if (locale === 'en') return;
    const inEnglish: string[] = Object.values(english).filter((text) => text.includes(' '));
    expect(Object.values(texts).filter((text) => inEnglish.includes(text))).toEqual([]);
});

test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'ltr'],
    ['pt', 'pt-BR', 'ltr'],
    ['zh-TW', 'zh-Hans', 'ltr'],
    ['he', 'he', 'rtl'],
    ['tlh', 'en', 'ltr'],
    ['en-XA', 'en', 'ltr']
])('who wants %s reads %s', (wanted, lang, dir) => {
    expect(pageLanguage(wanted)).toMatchObject({ lang, dir });
});

test('a name is filled in as it is', () => {
    const { t } = pageLanguage('en');
    expect(t('byHand.text', { provider: 'Acme $& {app}', app: 'Juniper' })).toMatch(/^You’re connecting Acme \$& \{app\} to Juniper\./);
});

test('a name does not turn the sentence around, and keeps its own direction', () => {
    const byHand = (wanted: string, provider: string) => pageLanguage(wanted).t('byHand.text', { provider, app: 'Juniper' });
    expect(byHand('en', 'Acme\u2069\u202E\u2029')).toBe(byHand('en', 'Acme'));
    expect(byHand('he', '\u2066Acme\u2069\u202E')).toContain('\u2068Acme\u2069');
    expect(byHand('en', 'חברה\u202E (בע״מ)')).toContain('\u2068חברה (בע״מ)\u2069');
});
