import { createContext, useContext } from 'react';
import { english, type Texts } from './texts.en.ts';

export type { Texts } from './texts.en.ts';

// English is the fallback and always there; each other locale is a file of its own, loaded when it is wanted.
const loaders = {
    ar: async () => (await import('./texts.ar.ts')).texts
} satisfies Record<string, () => Promise<Texts>>;

export type Locale = 'en' | keyof typeof loaders;

export interface Language {
    locale: Locale;
    dir: 'ltr' | 'rtl';
    texts: Texts;
}

export const inEnglish: Language = { locale: 'en', dir: 'ltr', texts: english };

/** The first locale we have among those wanted. @param wanted BCP 47 tags, the most wanted first */
function pickLocale(wanted: readonly string[]): Locale {
    for (const tag of wanted) {
        const language = tag.toLowerCase().split(/[-_]/)[0];
        if (language === 'en') return 'en';
        if (language === 'ar') return 'ar';
    }
    return 'en';
}

/** @param asked what the host asked for: a BCP 47 tag, or `auto` for the browser's */
export async function loadLanguage(asked: string): Promise<Language> {
    const locale = pickLocale(asked === 'auto' ? navigator.languages : [asked, ...navigator.languages]);
    if (locale === 'en') return inEnglish;
    try {
        return { locale, dir: locale === 'ar' ? 'rtl' : 'ltr', texts: await loaders[locale]() };
    } catch {
        return inEnglish; // Better English than nothing when the file can't be fetched.
    }
}

export const LanguageContext = createContext<Language>(inEnglish);

export function useTexts(): Texts {
    return useContext(LanguageContext).texts;
}
