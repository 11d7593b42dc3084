import { createContext, useContext } from 'react';
import { inEnglish } from './locales.ts';
import { laterEnglish } from './later-texts.en.ts';
import { languageOf, type FirstLanguage, type WholeLanguage } from './texts.ts';

export const WholeLanguageContext = createContext(wholeOf(languageOf(inEnglish, null)));

export function wholeOf({ withLater }: FirstLanguage): WholeLanguage {
    return withLater(laterEnglish);
}

/** For the screens after the list, and what only they use. */
export function useT(): WholeLanguage['t'] {
    return useContext(WholeLanguageContext).t;
}
