import { english, type Texts } from './texts.en.ts';

interface LocaleEntry {
    dir: 'ltr' | 'rtl';
    /**
     * English is the fallback and always there; each other locale is a file of its own, fetched
     * when it is wanted.
     */
    load: () => Promise<Texts>;
}

/**
 * What the widget speaks, by BCP 47 tag. `reviewed`: a native speaker has read it; the others are
 * careful drafts.
 */
export const locales = {
    en: { dir: 'ltr', reviewed: true, load: async () => english },
    es: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.es.ts')).texts },
    fr: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.fr.ts')).texts },
    de: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.de.ts')).texts },
    it: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.it.ts')).texts },
    'pt-BR': { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.pt-BR.ts')).texts },
    nl: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.nl.ts')).texts },
    ja: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.ja.ts')).texts },
    'zh-Hans': { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.zh-Hans.ts')).texts },
    ko: { dir: 'ltr', reviewed: false, load: async () => (await import('./texts.ko.ts')).texts },
    ar: { dir: 'rtl', reviewed: false, load: async () => (await import('./texts.ar.ts')).texts },
    he: { dir: 'rtl', reviewed: false, load: async () => (await import('./texts.he.ts')).texts }
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
    texts: Texts;
}

export const inEnglish: Catalogue = { locale: 'en', dir: 'ltr', texts: english };

export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
    const { dir, load } = entries[locale];
    try {
        return { locale, dir, texts: await load() };
    } catch {
        return inEnglish; // Better English than nothing when the file can't be fetched.
    }
}

/**
 * The first locale we have among those wanted, else English.
 * @param wanted BCP 47 tags, the most wanted first; what is none, such as `auto`, is passed over
 */
export function pickLocale(wanted: readonly string[]): Locale {
    for (const tag of wanted) {
        const found = lookUp(tag);
        if (found) return found;
    }
    return 'en';
}

/**
 * Exactly this one, else its language in its script, else its language: who reads zh-Hant reads
 * zh-Hans better than English.
 */
function lookUp(tag: string): Locale | undefined {
    const asked = maximal(tag);
    const sameLanguage = tags.filter((ours) => ours.split('-')[0] === asked?.language);
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
