import type { Appearance } from '@patchbay/contracts/widget-message';
import { english, type CatalogueFile, type FirstTexts, type LaterPart } from './texts.en.ts';

interface LocaleEntry {
    dir: 'ltr' | 'rtl';
    /**
     * English is the fallback and always there; each other locale is a file of its own, fetched
     * when it is wanted.
     */
    load: () => Promise<CatalogueFile>;
}

/**
 * What the widget speaks, by BCP 47 tag. `reviewed`: a native speaker has read it; the others are
 * careful drafts.
 */
export const locales = {
    en: { dir: 'ltr', reviewed: true, load: async () => ({ texts: english }) },
    es: { dir: 'ltr', reviewed: false, load: () => import('./texts.es.ts') },
    fr: { dir: 'ltr', reviewed: false, load: () => import('./texts.fr.ts') },
    de: { dir: 'ltr', reviewed: false, load: () => import('./texts.de.ts') },
    it: { dir: 'ltr', reviewed: false, load: () => import('./texts.it.ts') },
    'pt-BR': { dir: 'ltr', reviewed: false, load: () => import('./texts.pt-BR.ts') },
    nl: { dir: 'ltr', reviewed: false, load: () => import('./texts.nl.ts') },
    ja: { dir: 'ltr', reviewed: false, load: () => import('./texts.ja.ts') },
    'zh-Hans': { dir: 'ltr', reviewed: false, load: () => import('./texts.zh-Hans.ts') },
    ko: { dir: 'ltr', reviewed: false, load: () => import('./texts.ko.ts') },
    ar: { dir: 'rtl', reviewed: false, load: () => import('./texts.ar.ts') },
    he: { dir: 'rtl', reviewed: false, load: () => import('./texts.he.ts') }
} as const satisfies Record<string, LocaleEntry & { reviewed: boolean }>;

/**
 * Pseudo-locales, chosen by name only: they show texts outside the catalogues and texts that do
 * not fit.
 */
const pseudoLocales = {
    'en-XA': { dir: 'ltr', load: async () => (await import('./pseudo-locales.ts')).stretched },
    'ar-XB': { dir: 'rtl', load: async () => (await import('./pseudo-locales.ts')).mirrored }
} as const satisfies Record<string, LocaleEntry>;

const entries = { ...locales, ...pseudoLocales };
export type Locale = keyof typeof entries;
const tags = Object.keys(entries).filter((tag): tag is Locale => tag in entries);

/** The texts of one locale as they were written, with gaps for names. */
export interface Catalogue {
    locale: Locale;
    dir: 'ltr' | 'rtl';
    texts: FirstTexts;
    /** Those of the later screens; null until they have come. */
    later: LaterPart | null;
}

/** Then it is English. */
export const longestWaitMs = 4000;

export const inEnglish = { locale: 'en', dir: 'ltr', texts: english, later: () => ({}) } as const satisfies Catalogue;

/** What the first screens need. */
export async function loadFirstTexts(locale: Locale): Promise<Catalogue> {
    const { dir, load }: LocaleEntry = entries[locale];
    try {
        const { texts, later } = await load();
        return { locale, dir, texts, later: later ? null : () => texts };
    } catch {
        return inEnglish; // Better English than nothing when the file can't be fetched.
    }
}

export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
    const first = await loadFirstTexts(locale);
    if (first.later) return first;
    const { later }: CatalogueFile = await entries[first.locale].load(); // It is there already.
    const inTime = new Promise<LaterPart>((resolve) => setTimeout(() => resolve(inEnglish.later), longestWaitMs));
    return { ...first, later: (await Promise.race([later?.().catch(() => inEnglish.later), inTime])) ?? inEnglish.later };
}

/**
 * The first locale we have among those wanted, else English.
 * @param wanted BCP 47 tags, the most wanted first; what is none, such as `auto`, is passed over
 */
export function pickLocale(wanted: readonly string[]): Locale {
    for (const tag of wanted) {
        const found = lookUp(tag, tags);
        if (found) return found;
    }
    return 'en';
}

/**
 * The host's own wordings: those for every language, and on top those for the end user's. The
 * widget's own tag comes before other regions.
 * @param locale what the widget speaks
 * @param wanted as in `pickLocale`: the region of the end user is theirs
 */
export function wordingIn({ text, texts = {} }: Appearance, locale: Locale, wanted: readonly string[]): Appearance['text'] {
    const tag = wanted.find((each) => lookUp(each, tags) === locale) ?? locale;
    const given = [locale, ...Object.keys(texts)].filter((own) => own in texts);
    return { ...text, ...texts[lookUp(tag, given) ?? ''] };
}

/**
 * Exactly this one, else its language in its script, else its language: who reads zh-Hant reads
 * zh-Hans better than English.
 */
function lookUp<Tag extends string>(tag: string, available: readonly Tag[]): Tag | undefined {
    const asked = maximal(tag);
    const sameLanguage = available.filter((ours) => maximal(ours)?.language === asked?.language);
    return (
        sameLanguage.find((ours) => maximal(ours)?.baseName === asked?.baseName) ??
        sameLanguage.find((ours) => maximal(ours)?.script === asked?.script) ??
        sameLanguage[0]
    );
}

/**
 * With the script and the region that go without saying, in today's codes: `pt` is pt-Latn-BR, `iw`
 * is he-Hebr-IL.
 */
function maximal(tag: string): Intl.Locale | undefined {
    try {
        return new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    } catch {
        return undefined;
    }
}
