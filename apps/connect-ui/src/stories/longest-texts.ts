import { laterEnglish } from '../i18n/later-texts.en.ts';
import { loadCatalogue, locales, type Catalogue } from '../i18n/locales.ts';
import { english, type FirstTexts, type LaterTexts } from '../i18n/texts.en.ts';

/** Each text in the language that takes most room for it: where these fit, all languages do. */
export async function longestTexts(): Promise<Catalogue> {
    const tags = Object.keys(locales).filter((tag): tag is keyof typeof locales => tag in locales);
    const everyLanguage = await Promise.all(
        tags.map(async (tag): Promise<Readonly<Record<string, string>>> => {
            const { texts, later } = await loadCatalogue(tag);
            return { ...texts, ...later?.(laterEnglish) };
        })
    );
    const widest = (key: string) => everyLanguage.map((texts) => texts[key] ?? '').reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));
    const all = <T extends object>(texts: T): T =>
        // Same keys, other values: TypeScript can't follow that through `fromEntries`.
        Object.fromEntries(Object.keys(texts).map((key) => [key, widest(key)])) as T;
    return { locale: 'en', dir: 'ltr', texts: all<FirstTexts>(english), later: all<LaterTexts> };
}

/** In letters: Chinese, Japanese and Korean ones are twice as wide. */
function widthOf(text: string): number {
    return [...text].reduce((width, letter) => width + (/[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]/.test(letter) ? 2 : 1), 0);
}
