/**
 * What changes the order in which the text after it is read (UAX #9): embeddings, overrides and
 * isolates, and the separators that end them all. Marks (U+061C, U+200E, U+200F) are not among
 * them: names in Arabic and Hebrew need them, and they move nothing outside of an isolate.
 */
const controls = /[\u2028-\u202E\u2066-\u2069]/g;

/** A text of others as it may stand among ours. */
export function withoutControls(text: string): string {
    return text.replaceAll(controls, '');
}

/** Letters written from right to left, and the marks of their direction. */
const turning = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061C\u200F]/u;

/**
 * A name as it stands in a sentence of the given direction. It keeps its own order, brackets and
 * full stops too, between Unicode's isolates (UAX #9, 2.4.2): markup can't say it, since a sentence
 * is one string. From left to right only names that need it get them, so that the others are plain
 * text for search and tests.
 */
export function isolated(name: string, dir: 'ltr' | 'rtl'): string {
    const plain = withoutControls(name);
    return dir === 'rtl' || turning.test(plain) ? `\u2068${plain}\u2069` : plain;
}
