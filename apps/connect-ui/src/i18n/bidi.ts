/** Letters written from right to left, and the invisible characters that change the direction. */
const turning =
    /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061C\u200F\u202A-\u202E]/u;

/**
 * A name as it stands in a sentence of the given direction. It keeps its own order, brackets and
 * full stops too, between Unicode's isolates (UAX #9, 2.4.2): markup can't say it, since a sentence
 * is one string. From left to right only names that need it get them, so that the others are plain
 * text for search and tests.
 */
export function isolated(name: string, dir: 'ltr' | 'rtl'): string {
    return dir === 'rtl' || turning.test(name) ? `\u2068${name}\u2069` : name;
}
