import { isolated } from '@patchbay/contracts/browser';
import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { inEnglish, loadCatalogue, pickLocale, type Catalogue, type Locale } from './locales.ts';
import type { Counted, FirstCounted, FirstKey, Key, LaterTexts, Params, Texts } from './texts.en.ts';

type Value = string | number | Date | readonly string[];

/**
 * What the widget speaks: a catalogue, the product's name, and the host's own wordings.
 * @typeParam K the keys of the texts that are there
 * @typeParam C those of them that are counted
 */
export interface Language<K extends Key = FirstKey, C extends Counted = FirstCounted> {
    locale: Locale;
    dir: 'ltr' | 'rtl';
    /**
     * The text of a key, its gaps filled: names keep their direction; numbers, dates and lists are
     * written the locale's way.
     */
    t: <Asked extends K>(key: Asked, ...params: [Params<Asked>] extends [never] ? [] : [Readonly<Record<Params<Asked>, Value>>]) => string;
    /** The text that the count asks for, which may hold `{count}`. */
    plural: (key: C, count: number) => string;
}

/** What the first screens speak. */
export interface FirstLanguage extends Language {
    /** The texts of the later screens have come in this locale. */
    hasLater: boolean;
    /** The same with those texts. @param laterEnglish in place of what did not come */
    withLater: (laterEnglish: LaterTexts) => WholeLanguage;
}

/** What the screens after the list speak. */
export type WholeLanguage = Language<Key, Counted>;

/** The placeholders with a default text, for a product without a name. */
const named: ReadonlyMap<string, Key> = new Map([
    ['app', 'app.unnamed'],
    ['App', 'app.Unnamed'],
    ['home', 'app.home']
]);

/**
 * @param app the name of the product that embeds us, if it has one
 * @param overrides the host's own wordings by key; what is no text, or has no such key, is ignored
 */
export function languageOf(catalogue: Catalogue, app: string | null, overrides: Readonly<Record<string, unknown>> = {}): FirstLanguage {
    const { later } = catalogue;
    return {
        ...speak(catalogue, app, overrides),
        hasLater: later !== null,
        withLater: (laterEnglish) =>
            speak({ ...catalogue, texts: { ...laterEnglish, ...later?.(laterEnglish), ...catalogue.texts } }, app, overrides)
    };
}

function speak(
    { locale, dir, texts }: Pick<Catalogue, 'locale' | 'dir'> & { texts: Partial<Texts> },
    app: string | null,
    overrides: Readonly<Record<string, unknown>>
): WholeLanguage {
    const template = (key: keyof Texts) => (typeof overrides[key] === 'string' ? overrides[key] : texts[key]);
    const written = (value: Value) => {
        if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
        if (typeof value === 'string') return isolated(value, dir);
        if (value instanceof Date) {
            const date = new Intl.DateTimeFormat(regional(locale), { dateStyle: 'medium' }).format(value);
            return isolated(date.replaceAll(' ', '\u00a0'), dir); // It stays on one line.
        }
        return new Intl.ListFormat(locale).format(value.map((part) => isolated(part, dir)));
    };
    const fill = (text: string, params: Readonly<Record<string, Value>>) => {
        const values = new Map(Object.entries(params));
        return text.replaceAll(/\{(\w+)\}/g, (gap, of: string) => {
            const value = values.get(of);
            if (value !== undefined) return written(value);
            const unnamed = named.get(of);
            if (unnamed === undefined) return gap;
            return app === null ? (template(unnamed) ?? '') : isolated(app, dir);
        });
    };
    return {
        locale,
        dir,
        t: (key, ...[params]) => fill(template(key) ?? '', params ?? {}),
        plural: (key, count) =>
            fill(template(`${key}.${new Intl.PluralRules(locale).select(count)}`) ?? template(`${key}.other`) ?? '', { count })
    };
}

/** The catalogue's language as the browser's region writes it: dates differ between them. */
function regional(locale: string): string {
    const [language] = locale.split('-');
    return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? locale;
}

/**
 * The catalogue to speak from. While another is fetched, it is the one before.
 * @param first what was loaded before the widget was drawn
 * @param wanted BCP 47 tags, the most wanted first
 */
export function useCatalogue(first: Catalogue, wanted: readonly string[]): Catalogue {
    const [catalogue, setCatalogue] = useState(first);
    const locale = useMemo(() => pickLocale(wanted), [wanted]);
    useEffect(() => {
        let isWanted = true;
        if (locale !== catalogue.locale || !catalogue.later) void loadCatalogue(locale).then((loaded) => isWanted && setCatalogue(loaded));
        return () => {
            isWanted = false;
        };
    }, [locale, catalogue]);
    // With the texts, not after them: a screen reader reads them at once.
    useLayoutEffect(() => {
        document.documentElement.lang = catalogue.locale;
        document.documentElement.dir = catalogue.dir;
        document.title = catalogue.texts['frame.title'];
    }, [catalogue]);
    return catalogue;
}

export const LanguageContext = createContext(languageOf(inEnglish, null));

export function useT(): Language['t'] {
    return useContext(LanguageContext).t;
}
