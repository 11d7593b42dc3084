import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { rootFolder } from './docs.ts';

const sources = {
    'the Connect UI': 'apps/connect-ui/src/i18n/{later-,}texts.*.ts',
    'the sign-in window': 'apps/server/src/rooms/connect/sign-in-pages/page-texts/*.ts',
    providers: 'packages/providers/src/texts/*.ts'
};

interface Text {
    locale: string;
    source: string;
    key: string;
    text: string;
}

async function textsOf([source, pattern]: [string, string]): Promise<Text[]> {
    const files = globSync(pattern, { cwd: rootFolder }).filter((path) => !path.endsWith('.test.ts'));
    const read = files.map(async (path) => {
        const locale = basename(path, '.ts').replace(/^(?:later-)?texts\./, '');
        // Catalogues export nothing but tables of texts.
        const tables = Object.values((await import(pathToFileURL(join(rootFolder, path)).href)) as Record<string, Record<string, string>>);
        return tables.flatMap((table) => Object.entries(table).map(([key, text]) => ({ locale, source, key, text })));
    });
    return (await Promise.all(read)).flat();
}

const all = (await Promise.all(Object.entries(sources).map(textsOf))).flat();
const locales = [...new Set(all.map(({ locale }) => locale))].toSorted();
const textsIn = (locale: string) => all.filter((each) => each.locale === locale);
const found = (texts: Text[], pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`);

const eastAsian = String.raw`\u3001-\u30ff\u4e00-\u9fff`;
/** Marks of other languages, or typed in place of the right ones. */
const wrongMarks: Readonly<Record<string, RegExp>> = {
    ar: /[?,;“”]/,
    de: /[”«»‘]|(?:^|[\s(])“/,
    en: /[«»„]/,
    es: /^[^¿]*\?|[“”„]/,
    fr: /(?:^|[^\u00a0])[?;»]|[^\u00a0s]:(?!\/\/)|«(?!\u00a0)|[“”„]/,
    he: /[א-ת]-[A-Za-z{]|[«»„]/,
    it: /[«»„]/,
    ja: new RegExp(`[${eastAsian}][,.?:;!()]|[,?:;!()][${eastAsian}]|[“”«»]`),
    ko: /[«»„、。]/,
    nl: /[“”«»„]/,
    'pt-BR': /[«»„]/,
    'zh-Hans': new RegExp(`[${eastAsian}][,.?:;!()]|[,?:;!()][${eastAsian}]|[«»「」]`)
};

test('the texts of each source are found in every language', () => {
    expect(Object.keys(wrongMarks).toSorted()).toEqual(locales);
    for (const source of Object.keys(sources)) {
        const spoken = locales.filter((locale) => textsIn(locale).some((each) => each.source === source));
        expect(spoken).toEqual(source === 'providers' ? locales.filter((locale) => locale !== 'en') : locales);
    }
});

test.each(locales)('%s has the marks of its language, one space at a time, and shouts nowhere', (locale) => {
    expect(found(textsIn(locale), /["'`!！¡]|\.\.| {2}|^\s|\s$|…./)).toEqual([]);
    // What stands in brackets are a vendor's English labels.
    const ours = textsIn(locale).map((each) => ({ ...each, text: each.text.replaceAll(/ ?\([\w ,]+\)/g, '') }));
    expect(found(ours, wrongMarks[locale] ?? /^/)).toEqual([]);
});

test.each(locales)('%s says in two sentences what the Connect UI has to say', (locale) => {
    const sentences = textsIn(locale).filter(({ source }) => source !== 'providers');
    expect(found(sentences, /(?:[.?؟](?:\s[^]*|$)|[。？][^]*){3}/)).toEqual([]);
});

/** What reviews have refused: not grammatical, misread, or for developers. */
const refused: Readonly<Record<string, RegExp>> = {
    de: /bittet um Erlaubnis/,
    en: /\basks to\b|\blooks? after\b|^Keep it as it is$|\bbox(?:es)? ticked|User name|Stay here|Whose permissions|the client’s own|“[^”→]*, [A-Z][^”]*”/,
    es: /sin conexión/i, // of no internet
    fr: /(?:pas de|sans) connexion/i, // as above
    nl: /vraagt toestemming/
};

test.each(Object.entries(refused))('%s does not say again what a review has refused', (locale, phrases) => {
    // The English texts of providers are the keys of the others.
    const keys = all.filter(({ source }) => locale === 'en' && source === 'providers').map((each) => ({ ...each, text: each.key }));
    expect(found([...textsIn(locale), ...keys], phrases)).toEqual([]);
});

/** Names of makers, products and roles, and words that the language took over. */
const names =
    /^(?:AI|Admin|API|App|Ashby|Base|Bearer|CRM|Client|Dashboard|Drive|Gem|Google|Greenhouse|HubSpot|ID|Intercom|Lever|Microsoft|OpenAI|Platform|Salesforce|Shopify|Slack|Stripe|URL|Xero|Zendesk)$/;
/** What a sentence in English has, and none in the other languages. */
const ofEnglish = /^(?:again|and|can|connect|from|here|isn|it|needs|sign|that|the|this|to|try|with|you|your)$/i;
const shared: Readonly<Record<string, RegExp>> = { es: /^(?:can)$/, 'pt-BR': /^(?:can)$/ };

test.each(locales.filter((locale) => locale !== 'en'))('%s has no English words but names', (locale) => {
    const hasOwnLetters = /^(?:ar|he|ja|ko|zh-Hans)$/.test(locale);
    const left = textsIn(locale).flatMap(({ key, text }) => {
        const ours = text.replaceAll(/\{\w+\}|[“„«「‘״][^”“»」’״]*[”“»」’״]|[(（][^)）]*[)）]|\S*\w\.\w\S*/g, ' ');
        const words = ours.match(/[A-Za-z\u00c0-\u024f]+/g) ?? [];
        const isEnglish = (word: string) =>
            hasOwnLetters ? !names.test(word) : ofEnglish.test(word) && !(shared[locale]?.test(word) ?? false);
        return words.filter(isEnglish).map((word) => `${word} in ${key}: ${text}`);
    });
    expect(left).toEqual([]);
});
