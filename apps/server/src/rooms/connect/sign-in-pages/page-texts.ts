import { pickLanguage } from '@patchbay/providers';
import { texts as ar } from './page-texts/ar.ts';
import { texts as de } from './page-texts/de.ts';
import { texts as es } from './page-texts/es.ts';
import { texts as fr } from './page-texts/fr.ts';
import { texts as he } from './page-texts/he.ts';
import { texts as it } from './page-texts/it.ts';
import { texts as ja } from './page-texts/ja.ts';
import { texts as ko } from './page-texts/ko.ts';
import { texts as nl } from './page-texts/nl.ts';
import { texts as pt } from './page-texts/pt-BR.ts';
import { texts as zh } from './page-texts/zh-Hans.ts';

/**
 * The texts of the sign-in window; the widget has its own. `{provider}` and `{app}` are filled in.
 * Each ending of a sign-in has two keys, `.title` and `.text`.
 */
export const english = {
    'opening.title': 'Opening the sign-in page…',
    'opening.text': 'This takes a moment.',
    // Instead of `opening`, when no address came.
    'late.title': 'The sign-in didn’t start',
    'late.text': 'You can close this window and try again on the page you came from.',
    // Before the sign-in of an address that was carried or sent here.
    'byHand.title': 'Connect {provider}?',
    'byHand.text': 'You are connecting {provider} to {app}. Only go on if you started this yourself.',
    'byHand.unnamedApp': 'another app',
    leaving: 'Taking you to {provider}…',
    // To the page that a sign-in in the same tab was started on.
    returning: 'Taking you back…',
    'action.goOn': 'Continue',
    'action.close': 'Close this window',
    'action.copy': 'Copy',
    'action.copied': 'Copied',
    // Before the reference of an attempt.
    support: 'If it happens again, give this code to the app’s support team:',
    'connected.title': '{provider} is connected',
    'connected.text': 'You can close this window and go back.',
    'goOn.title': 'Signed in',
    'goOn.text': 'One more step waits for you on the page you came from.',
    'denied.title': 'Nothing was connected',
    'denied.text': 'You didn’t give access in {provider}. You can close this window and try again.',
    'failed.title': '{provider} could not be connected',
    'failed.text': 'Close this window: the page you came from says what you can do.',
    'restart.title': 'This sign-in is over',
    'restart.text': 'It was started in another window or has been used before. Close this window and start again.',
    'otherBrowser.title': 'Please finish where you started',
    'otherBrowser.text': 'This sign-in was started in another browser. Go back to it, or start again here.',
    'tooLate.title': 'This took too long',
    'tooLate.text': 'The sign-in wasn’t finished in time. Close this window and start again.',
    'trouble.title': 'That didn’t work',
    'trouble.text': 'Something is wrong on our side right now. Close this window and try again in a few minutes.',
    'missing.title': 'There is no page here',
    'missing.text': 'Check the address, or go back to the app that sent you here.'
} as const;

type Key = keyof typeof english;
export type PageTexts = Readonly<Record<Key, string>>;
/** How a sign-in ends. */
export type Ending = Exclude<Key extends infer K ? (K extends `${infer Kind}.title` ? Kind : never) : never, 'opening' | 'late' | 'byHand'>;

/** By BCP 47 tag. */
export const pageTexts: Readonly<Record<string, PageTexts>> = {
    en: english,
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
    t: (key: Key, names?: { provider?: string; app?: string }) => string;
    /** A name between Unicode isolates where the direction may change (UAX #9, 2.4.2). */
    isolated: (name: string) => string;
}

/** Letters written from right to left, and the invisible characters that change the direction. */
const turning = /[\u0590-\u08FF\u200F\u202A-\u202E\uFB1D-\uFEFC]/;

/** @param wanted a BCP 47 tag or an `Accept-Language` header; otherwise English */
export function pageLanguage(wanted: string): PageLanguage {
    const { lang } = pickLanguage(wanted);
    const dir = lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr';
    const texts = pageTexts[lang] ?? english;
    const isolated = (name: string) => (dir === 'rtl' || turning.test(name) ? `\u2068${name}\u2069` : name);
    return {
        lang,
        dir,
        isolated,
        t: (key, { provider, app } = {}) =>
            texts[key].replaceAll(/\{(provider|app)\}/g, (_gap, name) => isolated((name === 'app' ? app : provider) ?? ''))
    };
}
