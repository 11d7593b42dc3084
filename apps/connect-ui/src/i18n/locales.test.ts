import { expect, test } from 'vitest';
import { inEnglish, loadCatalogue, locales, pickLocale, type Locale } from './locales.ts';
import { laterEnglish } from './later-texts.en.ts';
import { english as firstEnglish } from './texts.en.ts';

const english = { ...firstEnglish, ...laterEnglish };
/** Each text of a locale. */
async function textsOf(locale: Locale) {
    const { texts, later } = await loadCatalogue(locale);
    return { ...texts, ...later?.(laterEnglish) };
}
const others = Object.keys(locales).filter((locale): locale is keyof typeof locales => locale in locales && locale !== 'en');
const plurals = Object.keys(english).flatMap((key) => (key.endsWith('.one') ? key.slice(0, -4) : []));
const isPlural = (key: string) => plurals.some((base) => key.startsWith(`${base}.`));
const plain = (texts: object): [string, string][] => Object.entries(texts).filter(([key]) => !isPlural(key));
/**
 * What a text has filled in. Whether the product's name begins a sentence depends on the language.
 */
const gaps = (text: string) => [...new Set(text.match(/\{\w+\}/g)?.map((gap) => gap.replace('App', 'app')))].toSorted();

test('no text of English stands in both parts', () => {
    expect(Object.keys(firstEnglish).filter((key) => key in laterEnglish)).toEqual([]);
});

test.each(others)('%s has every text of English, with the same placeholders', async (locale) => {
    const texts = await textsOf(locale);
    const gapsOf = (catalogue: object) => Object.fromEntries(plain(catalogue).map(([key, text]) => [key, gaps(text)]));
    expect(gapsOf(texts)).toEqual(gapsOf(english));
});

test.each(others)('%s has the plurals of its language', async (locale) => {
    const texts = await textsOf(locale);
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const wanted = plurals.flatMap((base) => pluralCategories.map((category) => `${base}.${category}`));
    expect(Object.keys(texts).filter(isPlural).toSorted()).toEqual(wanted.toSorted());
    const counted = Object.entries(texts).filter(([key]) => isPlural(key) && key.endsWith('.other'));
    for (const [, text] of counted) expect(gaps(text)).toEqual(['{count}']);
});

test.each(others)('%s has no sentence left in English, and the tone of the others', async (locale) => {
    const texts = await textsOf(locale);
    const englishSentences: string[] = Object.values(english).filter((text) => text.split(' ').length > 2);
    expect(Object.values(texts).filter((text) => englishSentences.includes(text))).toEqual([]);
    expect(Object.values(texts).filter((text) => /[!！¡]| {2}|^\s|\s$/.test(text))).toEqual([]);
});

test('French punctuation never begins a line', async () => {
    const texts = await textsOf('fr');
    expect(Object.values(texts).filter((text) => / [?:;»]|« /.test(text))).toEqual([]);
});

test.each<[string, Locale]>([
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['PT_br', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-HK', 'zh-Hans'],
    ['zh-Hant', 'zh-Hans'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
    ['en-XA', 'en-XA'],
    ['en-GB', 'en'],
    ['ar-XB', 'ar-XB']
])('the language %s selects the locale %s', (asked, locale) => {
    expect(pickLocale([asked])).toBe(locale);
});

test('an unknown locale is skipped for the next one, and English comes last', () => {
    expect(pickLocale(['auto', 'tlh', 'not a tag', 'fr-CA', 'de'])).toBe('fr');
    expect(pickLocale(['auto', 'xx'])).toBe('en');
});

test('Arabic and Hebrew read from right to left', async () => {
    expect(Object.entries(locales).flatMap(([locale, { dir }]) => (dir === 'rtl' ? locale : []))).toEqual(['ar', 'he']);
    expect(await loadCatalogue('he')).toMatchObject({ locale: 'he', dir: 'rtl' });
    expect(await loadCatalogue('en')).toMatchObject({ locale: 'en', dir: 'ltr', texts: inEnglish.texts });
});
