/** The few words that the host page itself may show, when the widget can't speak. */
export interface Words {
    lang: string;
    title: string;
    failure: string;
    close: string;
}

const english: Words = {
    lang: 'en',
    title: 'Connect an app',
    failure: 'This did not load. Please try again in a few minutes.',
    close: 'Close'
};
const catalogue = [english, { lang: 'ar', title: 'ربط تطبيق', failure: 'تعذّر التحميل. حاول مرة أخرى بعد بضع دقائق.', close: 'إغلاق' }];

/** @param locale BCP 47, or `auto` for the first language of the browser that we have; English when there is none. */
export function wordsFor(locale: string): Words {
    const wanted = locale === 'auto' ? navigator.languages : [locale];
    const known = wanted.map((tag) => catalogue.find(({ lang }) => tag === lang || tag.startsWith(`${lang}-`)));
    return known.find(Boolean) ?? english;
}
