import { isolated as isolatedIn } from '@patchbay/contracts';
import { pickLanguage } from '@patchbay/providers';
import { texts as ar } from './page-texts/ar.ts';
import { texts as de } from './page-texts/de.ts';
import { type PageTextKey, type PageTexts, texts as en } from './page-texts/en.ts';
import { texts as es } from './page-texts/es.ts';
import { texts as fr } from './page-texts/fr.ts';
import { texts as he } from './page-texts/he.ts';
import { texts as it } from './page-texts/it.ts';
import { texts as ja } from './page-texts/ja.ts';
import { texts as ko } from './page-texts/ko.ts';
import { texts as nl } from './page-texts/nl.ts';
import { texts as pt } from './page-texts/pt-BR.ts';
import { texts as zh } from './page-texts/zh-Hans.ts';

/** How a sign-in ends. */
export type Ending = Exclude<
    PageTextKey extends infer K ? (K extends `${infer Kind}.title` ? Kind : never) : never,
    'opening' | 'late' | 'byHand' | 'approved'
>;

/** By BCP 47 tag. */
export const pageTexts: Readonly<Record<string, PageTexts>> = {
    en,
    ar,
    de,
    es,
    fr,
    he,
    it,
    ja,
    ko,
    nl,
    'pt-BR': pt,
    'zh-Hans': zh
};

export interface PageLanguage {
    lang: string;
    dir: 'ltr' | 'rtl';
    /** The text of a key, with the names that it speaks of. */
    t: (key: PageTextKey, names?: { provider?: string; app?: string }) => string;
    /** A name between Unicode isolates where the direction may change (UAX #9, 2.4.2). */
    isolated: (name: string) => string;
}

/** @param wanted a BCP 47 tag or an `Accept-Language` header; otherwise English */
export function pageLanguage(wanted: string): PageLanguage {
    const { lang } = pickLanguage(wanted);
    const dir = lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr';
    const texts = pageTexts[lang] ?? en;
    const isolated = (name: string) => isolatedIn(name, dir);
    return {
        lang,
        dir,
        isolated,
        t: (key, { provider, app } = {}) =>
            texts[key].replaceAll(/\{(provider|app)\}/g, (_gap, name) => isolated((name === 'app' ? app : provider) ?? ''))
    };
}
